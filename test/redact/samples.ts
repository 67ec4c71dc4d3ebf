// Texts with common secrets, and the same texts after redaction; the tests of the service and of the recorder share this table. The table
// has the placeholder of the service, [redacted]; the recorder writes [masked] instead.

export type Sample = [given: string, expected: string]

export const JSON_TEXTS: Sample[] = [
  ['[["password","s3cret"]]', '[["password","[redacted]"]]'],
  ['{"value":"s3cret","name":"password"}', '{"value":"[redacted]","name":"password"}'],
  ['{"a":[{"b":{"password":"s3cret"}}]}', '{"a":[{"b":{"password":"[redacted]"}}]}'],
  ['{"token":{"id":"s3cret","x":["}"]},"a":1}', '{"token":"[redacted]","a":1}'],
  ['{"pin":1234,"otp" : null ,"secret":[1,"s3cret"]\n}', '{"pin":"[redacted]","otp" : "[redacted]" ,"secret":"[redacted]"\n}'],
  [' {"n":12345678901234567890.10,"pass\\u0077ord":"s3\\"cret\\\\","é":"\\u00e9\\/" }\n',
    ' {"n":12345678901234567890.10,"pass\\u0077ord":"[redacted]","é":"\\u00e9\\/" }\n'],
  ['{"token":"s3cret","token":"s3cret"}', '{"token":"[redacted]","token":"[redacted]"}'],
  ['[{"name":"password","value":{"x":"s3cret"}},{"key":"Token","a":{},"value":12}]',
    '[{"name":"password","value":"[redacted]"},{"key":"Token","a":{},"value":"[redacted]"}]'],
  ['{"name":"value","value":"name","x":{"value":"password"}}', '{"name":"value","value":"name","x":{"value":"password"}}'],
  ['{"_parts":[["password","s3cret"],["a","b"]]}', '{"_parts":[["password","[redacted]"],["a","b"]]}'],
  ['[["token","created","by"],["id","token"]]', '[["token","created","by"],["id","token"]]'],
  ['["password","username"]', '["password","username"]'],
  ['{"url":"https:\\/\\/a\\/?b=1&token=s3cret#c","u":"\\u003d"}', '{"url":"https:\\/\\/a\\/?b=1&token=[redacted]#c","u":"\\u003d"}'],
  ['{"url":"\\/?b=\\u003d1\\u0026token\\u003ds3cret"}', '{"url":"\\/?b=\\u003d1\\u0026token\\u003d[redacted]"}'],
  ['{"body":"user=a&password=s3cret"}', '{"body":"user=a&password=[redacted]"}'],
  ['{"auth.x.accessToken":"s3cret","user[password]":"s3cret"}', '{"auth.x.accessToken":"[redacted]","user[password]":"[redacted]"}'],
  ['{"name":"password","value":"s3cret","value":"t"}', '{"name":"password","value":"[redacted]"}'],
  ['\ufeff{"password":"s3cret"}', '\ufeff{"password":"[redacted]"}']
]

export const FORMS: Sample[] = [
  ['a=1\npassword=s3cret', 'a=1\npassword=[redacted]'],
  ['a=b; password=s3cret', 'a=b; password=[redacted]'],
  ['user=a&password=s3cret&b=%20+c', 'user=a&password=[redacted]&b=%20+c'],
  ['remember&Pass%77ord=s3 cret;x=1&x=1', 'remember&Pass%77ord=[redacted]&x=1'],
  ['user[password]=s3cret&user.token=s3cret&card[cvv][]=1', 'user[password]=[redacted]&user.token=[redacted]&card[cvv][]=[redacted]'],
  ['payload=%7B%22password%22%3A%22s3cret%22%2C%22n%22%3A1.0%7D&a=1',
    `payload=${encodeURIComponent('{"password":"[redacted]","n":1.0}')}&a=1`],
  ['data={"password":"s3cret"}&y=%zz', 'data={"password":"[redacted]"}&y=%zz'],
  ['next=%2Fa%3Ftoken%3Ds3cret', `next=${encodeURIComponent('/a?token=[redacted]')}`],
  ['a=1\r\ntoken=s3cret\r\nb=2\r\n', 'a=1\r\ntoken=[redacted]\r\nb=2\r\n'],
  ['user=a&b\npassword=s3cret', 'user=a&b\npassword=[redacted]'],
  ['user=a\r\npassword=s3cret\r\ns3cret\r\n  b=2&c', 'user=a\r\npassword=[redacted]\r\n  b=2&c'],
  ['password=s3cret\ns3cret&b=2\nc', 'password=[redacted]&b=2\nc'],
  ['theme=dark; token=s3cret; secure', 'theme=dark; token=[redacted]; secure'],
  ['pages/index?token=s3cret', 'pages/index?token=[redacted]'],
  ['?token=s3cret&q=two words', '?token=[redacted]&q=two words'],
  [' password=s3cret&a=1', ' password=[redacted]&a=1'],
  ['--x\r\nContent-Disposition: form-data; filename="name=x"; name=\'user[password]\'\r\n\r\ns3cret\r\n--x--\r\n',
    '--x\r\nContent-Disposition: form-data; filename="name=x"; name=\'user[password]\'\r\n\r\n[redacted]\r\n--x--\r\n'],
  ['--x\r\nContent-Disposition: form-data; name="password"\r\n\r\ns3cret\r\n' +
    '--x\r\nContent-Disposition: form-data; name="a"; filename="token"\r\n\r\n{"token":1, "b":2}\r\n--x\r\n\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n[redacted]\r\n' +
      '--x\r\nContent-Disposition: form-data; name="a"; filename="token"\r\n\r\n{"token":"[redacted]", "b":2}\r\n--x\r\n\r\n--x--\r\n']
]

export const LINES: Sample[] = [
  ['data:{"password":"s3cret"}\n\n', 'data:{"password":"[redacted]"}\n\n'],
  ['id: 1\r\nevent: a\r\ndata: {"password":"s3cret"}\r\n\r\n', 'id: 1\r\nevent: a\r\ndata: {"password":"[redacted]"}\r\n\r\n'],
  ['{"token":"s3cret"}\n{"a":1,"pin":2}\r\n\n[{"jwt":"s3cret"}]\n',
    '{"token":"[redacted]"}\n{"a":1,"pin":"[redacted]"}\r\n\n[{"jwt":"[redacted]"}]\n'],
  ['\ufeff{"a":1}\n {"token":"s3cret"}', '\ufeff{"a":1}\n {"token":"[redacted]"}'],
  ['data: {"token":"s3cret"}', 'data: {"token":"[redacted]"}'],
  ['event: login\nid: 1\ndata:{"token":"s3cret","body":"pin=1&a=b"}\n\n: ping\n\ndata: {"a":1}\n\n',
    'event: login\nid: 1\ndata:{"token":"[redacted]","body":"pin=[redacted]&a=b"}\n\n: ping\n\ndata: {"a":1}\n\n'],
  [':a=1\npin=s3cret', ':a=1\npin=[redacted]'],
  [JSON.stringify({ log: '{"a":1}\n{"token":"s3cret"}' }), JSON.stringify({ log: '{"a":1}\n{"token":"[redacted]"}' })]
]

export const ADDRESSES: Sample[] = [
  ['/a?b=1&access_token=s3cret&c', '/a?b=1&access_token=[redacted]&c'],
  ['/a?b c=1&token=s3 cret', '/a?b c=1&token=[redacted]'],
  ['/a?next=/b?token=s3cret', '/a?next=/b?token=[redacted]'],
  ['/cb#id_token=s3cret&state=1', '/cb#id_token=[redacted]&state=1'],
  ['/#/cb?token=s3cret', '/#/cb?token=[redacted]'],
  ['/a;jsessionid=s3cret/b?c=1', '/a;jsessionid=[redacted]/b?c=1'],
  ['wss://me:s3cret@a:80/?sid=s3cret', 'wss://me:[redacted]@a:80/?sid=[redacted]'],
  ['https://s3cret@a/', 'https://[redacted]@a/'],
  ['https://a:80/@b?c=d@e.f', 'https://a:80/@b?c=d@e.f']
]

export const HEADERS: Sample[] = [
  ['GET /a?password=s3cret HTTP/1.1\r\nAuthorization: s3cret\r\nAccept: */*\r\n',
    'GET /a?password=[redacted] HTTP/1.1\r\nAuthorization: [redacted]\r\nAccept: */*\r\n'],
  ['HTTP/1.1 200 OK\r\nSet-Cookie: s3cret\r\nX-Next: {"password":"s3cret"}\r\n',
    'HTTP/1.1 200 OK\r\nSet-Cookie: [redacted]\r\nX-Next: {"password":"[redacted]"}\r\n'],
  ['Location: https://me:s3cret@a/?b=1#id_token=s3cret', 'Location: https://me:[redacted]@a/?b=1#id_token=[redacted]'],
  ['X-A: a=1; token=s3cret; secure', 'X-A: a=1; token=[redacted]; secure']
]

export const JSON5_TEXTS: Sample[] = [
  ["{password: 's3cret', a: 1}", "{password: '[redacted]', a: 1}"],
  ["{ 'password' : \"s3cret\", // don't\n  pin: 1234 }", "{ 'password' : \"[redacted]\", // don't\n  pin: \"[redacted]\" }"],
  ["[{user: {token: 's3\\'cret'}, note: 'password: x'}]", "[{user: {token: '[redacted]'}, note: 'password: x'}]"],
  ["{/* token: 'a' */ token: {id: 'stays'}, secret: 's3cret'", "{/* token: 'a' */ token: {id: 'stays'}, secret: '[redacted]'"]
]

export const XML_TEXTS: Sample[] = [
  ['<a><password>s3cret</password><b>password</b></a>', '<a><password>[redacted]</password><b>password</b></a>'],
  ['<?xml version="1.0"?>\n<s:Envelope><wsse:Password Type="t">s3cret</wsse:Password></s:Envelope>',
    '<?xml version="1.0"?>\n<s:Envelope><wsse:Password Type="t">[redacted]</wsse:Password></s:Envelope>'],
  ['<login user="a" password="s3cret" token=\'s3cret\'/>', '<login user="a" password="[redacted]" token=\'[redacted]\'/>'],
  ['<password><![CDATA[s3<cret]]></password>', '<password>[redacted]</password>'],
  ['<token><id>1</id></token>', '<token><id>1</id></token>'],
  ['{"soap":"<password>s3cret</password>"}', '{"soap":"<password>[redacted]</password>"}']
]

export const CARDS: Sample[] = [
  ['{"n":"4111 1111 1111 1111","a":1}', '{"n":"[redacted]","a":1}'],
  ['{"n":4111111111111111,"t":1732435200000,"id":4111111111111112}', '{"n":"[redacted]","t":1732435200000,"id":4111111111111112}'],
  ['n=5555+5555+5555+4444&m=3782%20822463%2010005', 'n=[redacted]&m=[redacted]'],
  ['paid with 6011-1111-1111-1117.', 'paid with [redacted].'],
  ['<card>30569309025904</card>', '<card>[redacted]</card>'],
  ['{"a":"card:\\n4111111111111111","b":"\\u00a04111111111111111"}', '{"a":"card:\\n[redacted]","b":"\\u00a0[redacted]"}'],
  [JSON.stringify({ a: '{"n":4111111111111111,"m":["a 4111111111111111",4111111111111111]}', b: '4111111111111111, 5555555555554444' }),
    JSON.stringify({ a: '{"n":"[redacted]","m":["a [redacted]","[redacted]"]}', b: '[redacted], [redacted]' })],
  [JSON.stringify(JSON.stringify(['{"n":4111111111111111}'])), JSON.stringify(JSON.stringify(['{"n":"[redacted]"}']))],
  ['x4111111111111111 0.4111111111111111 4111111111111111-2 94111111111111111', 'x4111111111111111 0.4111111111111111 4111111111111111-2 94111111111111111']
]
