import t from 'tap'
import { kindOf, KINDS } from '../../src/exchange/kind.js'
import { entryWith } from './entry.js'

const kind = (response: string, type = '') => kindOf(entryWith({ response, responseHeader: type && `content-type: ${type}` }))

t.test('the content type determines the kind', async t => {
  const expected = {
    json: ['application/json', 'application/problem+json; charset=utf-8', 'application/x-ndjson', 'text/json'],
    form: ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
    html: ['text/html', 'application/xhtml+xml'],
    script: ['text/javascript', 'application/x-javascript', 'application/ecmascript'],
    style: ['text/css'],
    image: ['image/png', 'image/svg+xml'],
    font: ['font/woff2', 'application/font-woff', 'application/vnd.ms-fontobject'],
    media: ['audio/mpeg', 'video/mp4', 'application/vnd.apple.mpegurl', 'application/dash+xml'],
    text: ['text/plain', 'application/xml', 'text/event-stream', 'application/yaml'],
    binary: [
      'application/octet-stream', 'application/pdf', 'application/x-protobuf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    ],
    other: ['x-unknown', '']
  }
  t.same(Object.keys(expected), KINDS)
  for (const [name, types] of Object.entries(expected)) for (const type of types) t.equal(kind('', type), name, type)
})

t.test('a JSON body is recognized by its content, whatever its type', async t => {
  for (const text of ['{"a":1}', ' [1]\n', '\ufeff{}', '[]', '[{"a":"[x"}]', '{"a":1}\n{"b":2}', '[null]']) {
    t.equal(kind(text, 'text/html'), 'json', text)
  }
  for (const text of ['{a}', '[info] x', '{"a":1', '[x]', '{{a}}']) t.equal(kind(text, 'text/html'), 'html', text)
  t.equal(kind('{"a":1...[truncated]', 'text/plain'), 'json')
})

t.test('without a type, the content determines the kind', async t => {
  for (const [text, name] of [
    ['<!DOCTYPE html><p>', 'html'], ['<svg viewBox="0">', 'image'], ['<?xml version="1.0"?>', 'text'], ['a=1&b=%20', 'form'],
    ['a = 1', 'text'],
    ['--b\r\nContent-Disposition: form-data; name="a"', 'form'], ['\u0000\u0001PK', 'binary'], ['data:;base64,AAEC', 'binary'],
    ['data:image/png;base64,AAEC', 'image'], [' ', 'other']
  ] as const) t.equal(kind(text), name, text)
})

t.test('without a response, the request determines the kind', async t => {
  t.equal(kindOf(entryWith({ request: '{"a":1}' })), 'json')
  t.equal(kindOf(entryWith({ request: 'a=1', response: '<html>' })), 'html')
})
