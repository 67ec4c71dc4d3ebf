// Masking of secrets in bodies, addresses, headers, page parameters and notes.
import t from 'tap'
import { maskerOf } from '../../../../src/web/capture/core/mask.js'

const masker = maskerOf({ names: ['passwords', 'x-key'] })

t.test('values with secret names are masked in bodies; all other bytes are unchanged', async t => {
  const cases: [string, string][] = [
    ['{"password":"p","a":1.0}', '{"password":"[masked]","a":1.0}'],
    ['{ "passWord" : {"x":[1,"]"]} , "b":2}', '{ "passWord" : "[masked]" , "b":2}'],
    ['{"old_password":12,"x-key":null,"y":[true]}', '{"old_password":"[masked]","x-key":"[masked]","y":[true]}'],
    ['[{"name":"password","value":"p"},{"name":"a","value":"p"}]', '[{"name":"password","value":"[masked]"},{"name":"a","value":"p"}]'],
    ['{"inner":"{\\"password\\":\\"p\\"}"}', '{"inner":"{\\"password\\":\\"[masked]\\"}"}'],
    ['{"password":"cut in the mid', '{"password":"[masked]"'],
    ['{"password":{"a":"cut in the mid', '{"password":"[masked]"'],
    ['{"a":"cut \\', '{"a":"cut \\'],
    ['{"inner":"{\\"password\\":\\"cut in the mid', '{"inner":"{\\"password\\":\\"[masked]\\"'],
    ['{"inner":"{\\"password\\":\\"cut in an escape\\', '{"inner":"{\\"password\\":\\"[masked]\\"\\'],
    ['{"inner":"{\\"password\\":\\"p","b":1}', '{"inner":"{\\"password\\":\\"[masked]\\"","b":1}'],
    ['{"body":"\\"a=b&password=cut\\u00', '{"body":"\\"a=b&password=[masked]\\u00'],
    ['[{"value":{"a":1},"name":"password"},{"name":"password","value":"cut in the mid',
      '[{"value":"[masked]","name":"password"},{"name":"password","value":"[masked]"'],
    ['data: {"a":1}\n\ndata: {"password":"cut in the mid', 'data: {"a":1}\n\ndata: {"password":"[masked]"'],
    ['{"a":1}\n{"password":"p"}\n{"passwo', '{"a":1}\n{"password":"[masked]"}\n{"passwo'],
    ['a=1&password=p&b=2', 'a=1&password=[masked]&b=2'],
    ['user%5Bpassword%5D=p', 'user%5Bpassword%5D=[masked]'],
    ['data=%7B%22password%22%3A%22p%22%7D', 'data=%7B%22password%22%3A%22%5Bmasked%5D%22%7D'],
    ['--b\r\nContent-Disposition: form-data; name="password"\r\n\r\np\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n[masked]\r\n--b--'],
    ['password: not one of those', 'password: not one of those'],
    ['{"token":"stays"}', '{"token":"stays"}']
  ]
  for (const [text, masked] of cases) t.equal(masker.text(text), masked)
})

t.test('values with secret names are masked in addresses, headers and page parameters', async t => {
  t.equal(masker.url('https://u:p@a.test/b?password=p&c=d#/route?pwd=p'),
    'https://u:[masked]@a.test/b?password=[masked]&c=d#/route?pwd=[masked]')
  t.equal(
    masker.headers('GET /b?password=p HTTP/1.1\r\nX-Key: secret\r\nAccept: */*\r\nCookie: a=b; password=p\r\n'),
    'GET /b?password=[masked] HTTP/1.1\r\nX-Key: [masked]\r\nAccept: */*\r\nCookie: a=b; password=[masked]\r\n'
  )
  t.equal(maskerOf().headers('GET /cards/4111111111111111 HTTP/1.1\r\n'), 'GET /cards/[masked] HTTP/1.1\r\n')
  t.equal(maskerOf().headers('GET /4111%201111%201111%201111 HTTP/1.1\r\n'), 'GET /[masked] HTTP/1.1\r\n')
  t.equal(masker.headers('GET /items/17 HTTP/1.1\r\n'), 'GET /items/17 HTTP/1.1\r\n')
  t.equal(masker.headers('HTTP/1.1 200 OK\r\nX-Next: {"password":"p"}\r\n'), 'HTTP/1.1 200 OK\r\nX-Next: {"password":"[masked]"}\r\n')
  t.equal(masker.page('{"url":"https://a.test/?pwd=p","query":{"pwd":"p"}}'),
    '{"url":"https://a.test/?pwd=[masked]","query":{"pwd":"[masked]"}}')
})

t.test('secrets in addresses within notes are masked', async t => {
  const quoted = (address: string) =>
    `TypeError: Failed to execute 'fetch' on 'Window': Request cannot be constructed from a URL that includes credentials: ${address}`
  t.equal(masker.note(quoted('http://u:SECRET@host/')), quoted('http://u:[masked]@host/'))
  t.equal(masker.note('Error: "/login?password=SECRET&a=1" failed (see https://a.test/?pwd=SECRET)'),
    'Error: "/login?password=[masked]&a=1" failed (see https://a.test/?pwd=[masked]')
  for (const same of ['cut: 1 MB of 5 MB kept', 'the real method was BREW', 'what is a=1?', 'http://a.test/?a=1#b']) t.equal(masker.note(same), same)
  t.equal(maskerOf(false).note('http://a.test/?pwd=p'), 'http://a.test/?pwd=p')
})

t.test('options: by default all usual names are masked, else only passwords, or nothing', async t => {
  const given = 'Authorization: Bearer s\r\nX-Own: s\r\nX-Password: s\r\n'
  for (const options of [undefined, {}, { names: [] }, { names: ['default'] }]) {
    t.equal(maskerOf(options).text('{"token":"t","pin":1,"cvv":"1","a":1}'), '{"token":"[masked]","pin":"[masked]","cvv":"[masked]","a":1}')
    t.equal(maskerOf(options).headers(given), given.replace('Bearer s', '[masked]'))
  }
  t.equal(maskerOf({ names: ['x-own'] }).headers(given), given.replace('Bearer s', '[masked]').replace('X-Own: s', 'X-Own: [masked]'))
  t.equal(maskerOf({ names: ['Passwords', 'x-own'] }).headers(given), given.replace('X-Own: s', 'X-Own: [masked]'))
  t.equal(maskerOf({ names: ['passwords'] }).text('{"token":"t","password":"p"}'), '{"token":"t","password":"[masked]"}')
  t.equal(maskerOf(false).text('{"password":"p"}'), '{"password":"p"}')
})

t.test('long and hostile texts are masked without an exception or a timeout', async t => {
  const long = `{"a":"${'\\"x'.repeat(500_000)}","password":"${'y'.repeat(500_000)}"}`
  t.match(masker.text(long), /"password":"\[masked\]"}$/)
  for (const text of [
    '{"'.repeat(200_000), '[['.repeat(500_000), '[["password",'.repeat(80_000), '[["password",["a"'.repeat(60_000),
    '[["password","x"'.repeat(60_000), '{"name":"password","value":'.repeat(40_000), '}'.repeat(500_000), 'data: {"a=\n'.repeat(90_000),
    '["\\'.repeat(300_000), `"${'\\'.repeat(500_000)}`, '{"name":"a","value":"b",'.repeat(40_000), '[["password",1 '.repeat(60_000),
    `{"password":${'['.repeat(500_000)}`, '"\\'.repeat(300_000), 'a=%'.repeat(300_000)
  ]) {
    t.type(masker.text(text), 'string')
  }
})
