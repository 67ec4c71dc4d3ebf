// Reads the messages of gRPC, gRPC-web and Connect from bytes, in whatever pieces these arrive from a server.
import t from 'tap'
import { bodyMessagesOf, isStreamed } from '../../../src/web/capture/core/body-messages.js'
import type { RawRecord } from '../../../src/web/capture/core/body.js'
import type { ObservedMessage } from '../../../src/web/capture/core/message.js'
import type { MessageLog } from '../../../src/web/capture/core/message-log.js'
import { utf8Decoder } from '../../../src/web/capture/core/utf8-decoder.js'
import { frame } from '../../support/frames.js'

const HOST = { now: () => 0, utf8Bytes: (text: string) => Buffer.byteLength(text) }
const DECODERS = {
  'the decoder of browsers': () => {
    const decoder = new TextDecoder()
    return (bytes: Uint8Array) => decoder.decode(bytes, { stream: true })
  },
  'our own': utf8Decoder
}

function found (type: string, pieces: Iterable<Uint8Array>, decoder: keyof typeof DECODERS = 'our own', why = ''): ObservedMessage[] {
  const all: ObservedMessage[] = []
  const log = { add: (heard: ObservedMessage) => { all.push(heard) } } as unknown as MessageLog
  const messages = bodyMessagesOf(type, log, HOST, DECODERS[decoder]())
  // Copied, and changed afterwards, because an app may do that.
  for (const piece of pieces) {
    const given = Uint8Array.from(piece)
    messages.piece(given)
    given.fill(7)
  }
  messages.end(why)
  return all
}

function brief ({ kind, size, body, event, cut }: ObservedMessage): unknown[] {
  const content = body && 'text' in body ? body.text : Buffer.from((body as RawRecord).raw as Uint8Array).toString('base64')
  return [kind, size, content, ...[event, cut || undefined].filter(one => one !== undefined)]
}

const END = ['close', 22, 'the response has ended']
const CONNECT = Buffer.concat([frame('{"a":"ä"}'), frame(''), frame('{}', 2)])
const TRAILERS = 'grpc-status: 7\r\ngrpc-message:no%3A you\r\nx-token : a:b\r\n'
const WEB = Buffer.concat([frame([1, 2, 255]), frame([]), frame([3], 1), frame(TRAILERS, 0x80)])
const TOLD = '{"grpc-status":"7","grpc-message":"no%3A you","x-token ":"a:b"}'
const WEB_FOUND = [
  ['binary', 3, 'AQL/'], ['binary', 0, ''], ['binary', 1, 'Aw==', 'compressed'], ['event', TRAILERS.length, TOLD, 'trailers'], END
]
const CASES: [type: string, body: Buffer, wanted: unknown[][]][] = [
  ['application/connect+json', CONNECT, [['text', 10, '{"a":"ä"}'], ['text', 0, ''], ['event', 2, '{}', 'end of stream'], END]],
  ['application/connect+proto', Buffer.concat([frame([8, 1]), frame([9], 3)]),
    [['binary', 2, 'CAE='], ['binary', 1, 'CQ==', 'compressed end of stream'], END]],
  ...['application/grpc-web', 'application/grpc-web+proto', 'Application/gRPC-Web+proto; charset=utf-8', 'application/grpc'].map(
    (type): [string, Buffer, unknown[][]] => [type, WEB, WEB_FOUND]),
  ['application/grpc-web+json', Buffer.concat([frame('[1]'), frame([0x61, 0xc3]), frame('b')]),
    [['text', 3, '[1]'], ['text', 2, 'a\ufffd'], ['text', 1, 'b'], END]],
  ['application/grpc-web-text', Buffer.from(WEB.toString('base64')), WEB_FOUND],
  // Each message by itself, as servers write them.
  ['application/grpc-web-text+proto', Buffer.from([frame([1, 2, 255]), frame([]), frame([3], 1), frame(TRAILERS, 0x80)]
    .map(one => one.toString('base64')).join('')), WEB_FOUND]
]

for (const [type, body, wanted] of CASES) {
  t.test(`${type}: wherever the pieces end`, async t => {
    t.ok(isStreamed(type))
    for (const decoder of ['the decoder of browsers', 'our own'] as const) {
      t.same(found(type, [body], decoder).map(brief), wanted, 'at once')
      t.same(found(type, Array.from(body, byte => [byte] as unknown as Uint8Array), decoder).map(brief), wanted, 'byte by byte')
      for (let at = 1; at < body.length; at++) {
        t.same(found(type, [body.subarray(0, at), body.subarray(at)], decoder).map(brief), wanted, `cut at ${at}`)
      }
    }
  })
}

t.test('other types have no such messages', async t => {
  for (const type of ['application/grpc-gateway', 'application/json', 'application/connect-x', 'text/grpc', 'x application/grpc', '']) {
    t.notOk(isStreamed(type), type)
  }
})

t.test('a body that is no base64 does no harm', async t => {
  t.same(found('application/grpc-web-text', [Buffer.from('<html>'), Buffer.alloc(1000, 0xff), Buffer.from('====a=b=')]).map(brief), [END])
})

t.test('what is announced but does not come is told', async t => {
  const announced = Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 1, 2])
  t.same(found('application/grpc', [announced]).map(brief), [['binary', 2, 'AQI=', 'incomplete'], END])
  t.same(found('application/connect+json', [frame('{}'), announced.subarray(0, 4)], 'our own', 'canceled').map(brief),
    [['text', 2, '{}'], ['close', 8, 'canceled']], 'without a whole head, there is no message')
  t.same(found('application/grpc-web+proto', [Buffer.from([0x80, 0, 0, 0, 9]), Buffer.from('a: b')]).map(brief),
    [['event', 4, '{"a":"b"}', 'incomplete trailers'], END])
})

t.test('of a long message only the beginning is held and kept, and its size', async t => {
  const most = 64 * 1024
  function * endless () {
    yield Buffer.from([0, 0xff, 0xff, 0xff, 0xff])
    for (let n = 0; n < 1000; n++) yield Buffer.alloc(100_000, 1)
  }
  const [message] = found('application/grpc', endless())
  t.match(message, { size: 100_000_000, event: 'incomplete' })
  t.match(message!.body, { size: most, cutFrom: 100_000_000 })
  const kept = (message!.body as RawRecord).raw as Uint8Array
  t.equal(kept.length, most)
  t.ok(kept.buffer.byteLength < most + 100)
  const [text] = found('application/connect+json', [frame('ä'.repeat(100_000))])
  t.match(text, { size: 200_000, cut: true, body: { text: /^ä+$/ } })
  const [trailers] = found('application/grpc-web', [frame(`${'\u0001'.repeat(60_000)}: 1\r\n`, 0x80)])
  t.equal((trailers!.body as { text: string }).text.length, most)
  t.equal(trailers!.cut, true)
})

t.test('a million empty messages, and a long one that comes byte by byte, do no harm', async t => {
  t.equal(found('application/grpc', Array.from({ length: 80 }, () => Buffer.alloc(62_500))).length, 1_000_001)
  const [message] = found('application/grpc', Array.from(frame(Buffer.alloc(100_000)), byte => [byte] as unknown as Uint8Array))
  t.equal(message!.size, 100_000)
})
