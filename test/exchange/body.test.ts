import t from 'tap'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { requestBodyOf, responseBodyOf } from '../../src/exchange/body.js'
import { anyCharacter } from '../support/any-character.js'
import { entryWith } from './entry.js'

const body = (response: string, responseHeader = '', note?: string) =>
  responseBodyOf(entryWith({ response, responseHeader, ...note !== undefined && { note } }))

t.test('a text body has the media type of its header, and its size in bytes', async t => {
  t.same(body('茶\n', 'Content-Type: Text/Plain; charset=utf-8'),
    { text: '茶\n', mediaType: 'text/plain', base64: undefined, size: 4, cut: undefined })
  const form = entryWith({ request: 'a=1', requestHeader: '{"content-type":"application/x-www-form-urlencoded"}', response: 'no' })
  t.same(requestBodyOf(form),
    { text: 'a=1', mediaType: 'application/x-www-form-urlencoded', base64: undefined, size: 3, cut: undefined })
})

t.test('sizes are counted in UTF-8, and in decoded bytes for base64', t => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), text => { assert.equal(body(`x${text}`).size, Buffer.byteLength(`x${text}`)) }))
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('\ud800', '\udc00', 'a', 'é') }),
    text => { assert.equal(body(text).size, Buffer.byteLength(text)) }))
  fc.assert(fc.property(fc.uint8Array(), bytes => {
    const read = body(`data:;base64,${Buffer.from(bytes).toString('base64')}`)
    assert.equal(read.size, bytes.length)
    assert.equal(read.base64, Buffer.from(bytes).toString('base64'))
  }))
  t.end()
})

t.test('a data: URL is binary, with the type of the header or its own', async t => {
  const url = 'data:Image/PNG; x=y;base64,iVBORw=='
  t.same(body(url), { text: url, mediaType: 'image/png', base64: 'iVBORw==', size: 4, cut: undefined })
  t.equal(body(url, 'content-type: image/webp').mediaType, 'image/webp')
})

t.test('a text that only begins like a data: URL is text', async t => {
  for (const text of ['data: {"a":1}\n\n', 'data:text/plain,hello', 'data:a;base64,not base64!', 'data:{"a":1,";base64,AAAA']) {
    t.equal(body(text).base64, undefined, text)
  }
})

t.test('a body is cut if the note says so for its side, or if it ends with a truncation mark', async t => {
  t.equal(body('x', '', 'page left; response cut: 1 MB of 5 MB kept; slow').cut, 'response cut: 1 MB of 5 MB kept')
  t.equal(body('x', '', 'request cut: 1 MB of 5 MB kept').cut, undefined)
  t.equal(body('x', '', 'shortcut used, streamed by the page').cut, undefined)
  t.equal(body('{"a":"b...[truncated]').cut, '[truncated]')
  t.equal(body('{"a":"b… (truncated, 5 MB in all)\n').cut, '(truncated, 5 MB in all)')
  t.equal(body('the list was truncated').cut, undefined)
  t.same(body('data:image/png;base64,iVBORw[truncated]'), {
    text: 'data:image/png;base64,iVBORw[truncated]', mediaType: 'image/png', base64: 'iVBORw', size: 4, cut: '[truncated]'
  })
})
