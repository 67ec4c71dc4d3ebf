// Reading raw headers.
import t from 'tap'
import { headerOf, headerOfRaw, rawHeader } from '../../../../src/web/capture/node/headers.js'

t.test('a header is found by its name in lower case, however it is written, and the first of several counts', async t => {
  const pairs = ['Content-Type', 'text/plain', 'X-Empty', '', 'x-content-type', 'no', 'content-type', 'second', 'X-Last', 'a: b']
  const raw = rawHeader('GET /content-type: HTTP/1.1', pairs)
  t.equal(raw, 'GET /content-type: HTTP/1.1\r\nContent-Type: text/plain\r\nX-Empty: \r\nx-content-type: no\r\ncontent-type: second\r\n' +
    'X-Last: a: b\r\n\r\n')
  for (const header of [headerOf(pairs), headerOfRaw(raw), headerOfRaw(raw.trimEnd())]) {
    t.equal(header('content-type'), 'text/plain')
    t.equal(header('x-empty'), '')
    t.equal(header('x-last'), 'a: b')
    for (const name of ['content', 'type', 'x-none', 'get /content-type']) t.equal(header(name), undefined, name)
  }
  for (const none of ['', 'HTTP/1.1 200 OK', 'HTTP/1.1 200 OK\r\n\r\n', 'x-a: 1']) t.equal(headerOfRaw(none)('x-a'), undefined, none)
})
