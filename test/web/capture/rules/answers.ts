// The answers that XMLHttpRequests get in the tests of rules: from a server, or from rules that give the same answers.

export interface GivenAnswer { status: number, statusText: string, headers: [name: string, value: string][], body: Buffer }

const answer = (body: string | Buffer, type?: string, more: Partial<GivenAnswer> = {}): GivenAnswer =>
  ({ status: 200, statusText: 'OK', headers: type === undefined ? [] : [['content-type', type]], body: Buffer.from(body as string), ...more })

const LATIN1 = Buffer.from('caf\xe9 <a>\xfc</a>', 'latin1')

export const ANSWERS: Record<string, GivenAnswer> = {
  text: answer('héllo', 'text/plain;charset=utf-8'),
  json: answer('{"a": 12345678901234567890, "b": [1.0, "é"]}', 'application/json'),
  jsonbad: answer('{"a":', 'application/json'),
  jsonbom: answer('\ufeff{"a":1}', 'application/json; charset=utf-8'),
  html: answer('<!doctype html><title>é</title><p>text', 'text/html; charset=utf-8'),
  htmlmeta: answer(Buffer.from('<!doctype html><meta charset="iso-8859-1"><p>\xe9', 'latin1'), 'text/html'),
  xml: answer('<?xml version="1.0"?><a b="é"><c/></a>', 'application/xml'),
  xmlbad: answer('<a><b></a>', 'text/xml'),
  xmllatin: answer(Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>\xe9</a>', 'latin1'), 'text/xml'),
  xmlcharset: answer(Buffer.from('<a>\xe9</a>', 'latin1'), 'text/xml; charset=iso-8859-1'),
  rss: answer('<rss><channel/></rss>', 'application/rss+xml'),
  svg: answer('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'),
  latin1: answer(LATIN1, 'text/plain; charset=iso-8859-1'),
  utf16: answer(Buffer.from('\ufeffh\xe9', 'utf16le'), 'text/plain'),
  bom: answer('\ufeffh\xe9', 'text/plain; charset=iso-8859-1'),
  badcharset: answer('h\xe9', 'text/plain; charset=nothing'),
  binary: answer(Buffer.from([0x89, 0x50, 0, 255, 254]), 'image/png; a=b'),
  empty: answer('', 'text/plain'),
  none: answer('', undefined, { status: 204, statusText: 'No Content' }),
  notype: answer('<a>text</a>'),
  emptyxml: answer('', 'text/xml'),
  error: answer('{"code":7}', 'application/json', { status: 503, statusText: 'Service Unavailable' }),
  large: answer('x'.repeat(60_000), 'text/plain'),
  // The server closes the connection.
  lost: answer(''),
  plain: answer('plain', 'text/plain'),
  // Nobody listens there.
  refused: answer(''),
  reason: answer('x', 'text/plain', { status: 499, statusText: 'Own r\xe9ason' }),
  headers: answer('x', 'text/plain', {
    headers: [
      ['Content-Type', 'text/plain'], ['X-A', 'one'], ['x-a', 'two'], ['X-B', ' spaces '], ['X_under', '1'], ['XA', '2'], ['x-empty', ''],
      ['Set-Cookie', 'a=b']
    ]
  })
}
