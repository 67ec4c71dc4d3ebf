// Raw header texts as various clients write them: secrets are replaced, everything else stays.
import t from 'tap'
import { createRedactor } from '../../src/redact/redactor.js'

const redactor = (...names: string[]) => {
  const redact = createRedactor(names)!
  return (requestHeader: string) => redact({ api: '/', method: 'GET', requestHeader }).requestHeader
}
const redact = redactor('default')

const FORMS: [form: string, given: string, expected: string][] = [
  ['lines', 'Host: a\r\nAuthorization: Bearer s3:cret=\r\nAccept: */*\r\n', 'Host: a\r\nAuthorization: [redacted]\r\nAccept: */*\r\n'],
  ['lines of line feeds', 'cookie:s3cret\nhost:a', 'cookie:[redacted]\nhost:a'],
  ['a folded line', 'X-Api-Key: s3\r\n\tcret\r\n  s3cret\r\nHost: a', 'X-Api-Key: [redacted]\r\nHost: a'],
  ['a repeated header', 'Set-Cookie: s3cret\r\nSet-Cookie: s3cret; Path=/', 'Set-Cookie: [redacted]\r\nSet-Cookie: [redacted]'],
  ['HTTP/2 fields', ':path: /a?token=s3cret\r\n:method: GET\r\ncookie: s3cret',
    ':path: /a?token=[redacted]\r\n:method: GET\r\ncookie: [redacted]'],
  ['a request line', 'GET /a?b=1&token=s3cret HTTP/1.1\r\nHost: a', 'GET /a?b=1&token=[redacted] HTTP/1.1\r\nHost: a'],
  ['a request line of another method', 'version-CONTROL /a?token=s3cret HTTP/2', 'version-CONTROL /a?token=[redacted] HTTP/2'],
  ['a status line', 'HTTP/1.1 200 OK\r\nSet-Cookie: s3cret', 'HTTP/1.1 200 OK\r\nSet-Cookie: [redacted]'],
  ['curl -v',
    '*   Trying 127.0.0.1:80...\n> GET /a?token=s3cret HTTP/1.1\r\n> Host: a\r\n> Authorization: Bearer s3cret\r\n> \r\n' +
      '< HTTP/1.1 200 OK\r\n< Set-Cookie: sid=s3cret\r\n< Vary: Cookie\r\n',
    '*   Trying 127.0.0.1:80...\n> GET /a?token=[redacted] HTTP/1.1\r\n> Host: a\r\n> Authorization: [redacted]\r\n> \r\n' +
      '< HTTP/1.1 200 OK\r\n< Set-Cookie: [redacted]\r\n< Vary: Cookie\r\n'],
  ['curl -v of HTTP/2', '* [HTTP/2] [1] [:path: /]\n* [HTTP/2] [1] [cookie: s3cret]\n* h2',
    '* [HTTP/2] [1] [:path: /]\n* [HTTP/2] [1] [cookie: [redacted]\n* h2'],
  ['a list of dashes', '- Host: a\n- Authorization: Bearer s3cret\n- Cookie: s3cret\n- Accept: a',
    '- Host: a\n- Authorization: [redacted]\n- Cookie: [redacted]\n- Accept: a'],
  ['members of JSON without its braces', '"Authorization": "Bearer s3\\"cret",\r\n"Host": "a",\n  "Cookie": "s3cret"\n',
    '"Authorization": "[redacted]",\r\n"Host": "a",\n  "Cookie": "[redacted]"\n'],
  ['quoted lines', "'Host': 'a',\n'Authorization': 'Bearer s3cret'", "'Host': 'a',\n'Authorization': '[redacted]'"],
  ['name=value lines', 'host=a\nauthorization=Basic s3cret==', 'host=a\nauthorization=[redacted]'],
  ['indented lines', '  Accept: a\n  Authorization: s3cret\n  Host: b', '  Accept: a\n  Authorization: [redacted]\n  Host: b'],
  ['an address in a value', 'Referer: https://a/?token=s3cret&b=1\r\nLocation: /cb#access_token=s3cret&state=1',
    'Referer: https://a/?token=[redacted]&b=1\r\nLocation: /cb#access_token=[redacted]&state=1'],
  ['a JSON object', '{ "Authorization" : "s3cret", "n":1.0, "Set-Cookie": ["s3cret", "s3cret"] }',
    '{ "Authorization" : "[redacted]", "n":1.0, "Set-Cookie": "[redacted]" }'],
  ['JSON pairs', '[["Host","a"],["Cookie","s3cret"],["set-cookie",["s3cret"]]]',
    '[["Host","a"],["Cookie","[redacted]"],["set-cookie","[redacted]"]]'],
  ['HAR headers', '[{"name":"Cookie","value":"s3cret"},{"value":"s3cret" ,"name":"token"},{"name":"Host","value":"a"}]',
    '[{"name":"Cookie","value":"[redacted]"},{"value":"[redacted]" ,"name":"token"},{"name":"Host","value":"a"}]'],
  ['a flat list', '["Host", "a", "Authorization", "s3cret", "Vary", "Cookie"]',
    '["Host", "a", "Authorization", "[redacted]", "Vary", "Cookie"]'],
  ['a flat list of more than texts', '["a", [1, "token"], "Token", 1, "x", {"a": "1"}]\n',
    '["a", [1, "token"], "Token", "[redacted]", "x", {"a": "1"}]\n'],
  ['a list of lines', '["Host: a","Authorization: s3\\"cret"]', '["Host: a","Authorization: [redacted]"]'],
  ['lines as a JSON string', JSON.stringify('Authorization: s3cret\r\nHost: a'), JSON.stringify('Authorization: [redacted]\r\nHost: a')],
  ['Java', '{Authorization=Bearer s3cret, Accept=a, b, Cookie=[s3cret, s3cret], Host=a}',
    '{Authorization=[redacted], Accept=a, b, Cookie=[redacted], Host=a}'],
  ['Dart', '{authorization: Bearer s3cret, cookie: a=s3cret; b=s3cret, host: a}',
    '{authorization: [redacted], cookie: [redacted], host: a}'],
  ['Python', "{'Authorization': 'Bearer s3\\'cret', 'Host': 'a'}", "{'Authorization': '[redacted]', 'Host': 'a'}"],
  ['Node', "Object [AxiosHeaders] {\n  host: 'a',\n  'x-api-key': 's3cret'\n}",
    "Object [AxiosHeaders] {\n  host: 'a',\n  'x-api-key': '[redacted]'\n}"],
  ['Go', 'map[Authorization:[Bearer s3cret] Host:[a]]', 'map[Authorization:[redacted] Host:[a]]'],
  ['Swift', '["Authorization": "s3cret", AnyHashable("Set-Cookie"): s3cret, AnyHashable("Date"): a]',
    '["Authorization": "[redacted]", AnyHashable("Set-Cookie"): [redacted], AnyHashable("Date"): a]'],
  ['Objective-C', '{\n    Accept = "*/*";\n    Authorization = "s3cret";\n    Token = s3cret;\n}',
    '{\n    Accept = "*/*";\n    Authorization = "[redacted]";\n    Token = [redacted];\n}'],
  ['PHP', 'Array\n(\n    [Authorization] => s3cret\n    [Host] => a\n)\n',
    'Array\n(\n    [Authorization] => [redacted]\n    [Host] => a\n)\n'],
  ['Ruby', '{"Authorization"=>"s3cret", "Host"=>"a"}', '{"Authorization"=>"[redacted]", "Host"=>"a"}'],
  ['a printed map that breaks off', '{Authorization=[s3cret', '{Authorization=[redacted]'],
  ['a printed text that breaks off', "{'Authorization': 's3cret", "{'Authorization': '[redacted]"]
]

for (const [form, given, expected] of FORMS) {
  t.test(`in headers written as ${form}, values of listed names are replaced, and nothing else`, async t => {
    t.equal(redact(given), expected)
    t.equal(redact(expected), expected, 'redacting again changes nothing')
    t.equal(redactor('nothing-of-this')(given), given)
  })
}

t.test('names of secrets within values are not names of headers', async t => {
  for (const header of [
    'Vary: Cookie, Authorization\r\nHost: a', 'Access-Control-Allow-Headers: authorization, x-csrf-token', '{"vary":["cookie","accept"]}',
    '["Vary","Cookie","Host","a"]', '["token"]\n', 'token'
  ]) {
    t.equal(redact(header), header)
  }
})

t.test('a cookie can be listed by its own name', async t => {
  const own = redactor('sid')
  t.equal(own('Cookie: a=b; sid=s3cret; c=d\r\nSet-Cookie: sid=s3cret; Path=/; HttpOnly'),
    'Cookie: a=b; sid=[redacted]; c=d\r\nSet-Cookie: sid=[redacted]; Path=/; HttpOnly')
  t.equal(own('{"cookie":"a=b; sid=s3cret"}'), '{"cookie":"a=b; sid=[redacted]"}')
})

t.test('redacts a header with any indentation', async t => {
  const indent = ' '.repeat(100_000)
  const redact = createRedactor(['authorization'])
  const { requestHeader } = redact({ api: '/', method: 'GET', requestHeader: `${indent}Authorization: s3cret\n${indent} s3cret\nA: b` })
  t.equal(requestHeader, `${indent}Authorization: [redacted]\nA: b`)
})
