// Messages in HAR files: written in the format that browsers use for WebSocket messages, and imported without any loss.
import t from 'tap'
import { createHarWriter } from '../../src/har/har-writer.js'
import { importHar } from '../../src/har/import.js'
import { parseHar } from '../../src/har/recording.js'
import type { FullEntry } from '../../src/schema/entry.js'
import type { Message } from '../../src/schema/message.js'

const START_MS = 1_795_250_000_000
const messages: Message[] = [
  { n: 3, at: 0.5, dir: 'in', kind: 'open', size: 0 },
  { n: 4, at: 1, dir: 'out', kind: 'text', size: 16, text: '{"token":"s3c"}' },
  { n: 7, at: 2.25, dir: 'in', kind: 'binary', size: 3, base64: 'AAEC' },
  { n: 8, at: 3, dir: 'in', kind: 'text', size: 900, text: '中', cut: true },
  { n: 9, at: 4, dir: 'in', kind: 'error', size: 0, text: '' },
  { n: 10, at: 5, dir: 'in', kind: 'close', size: 8, text: '1000 bye' }
]
const entry: FullEntry = {
  id: '1-aaaaaaaaaaaa',
  requestId: 'r',
  api: 'wss://a.example/s',
  method: 'GET',
  requestHeader: '',
  responseHeader: '',
  request: '',
  response: '',
  timeConsuming: 5,
  pageParams: '',
  storage: '',
  timestamp: START_MS,
  startTime: START_MS,
  via: 'websocket',
  messageList: messages
}

function harOf (entry: FullEntry, secrets: 'redact' | 'keep' = 'keep'): string {
  const writer = createHarWriter({ title: 't', version: '1', secrets })
  return writer.head(START_MS) + writer.entry(entry) + writer.tail
}

const firstOf = (har: string) => (JSON.parse(har) as { log: { entries: Record<string, unknown>[] } }).log.entries[0]!

t.test('WebSocket messages have the format that browsers read', t => {
  const frames = firstOf(harOf(entry))._webSocketMessages as { type: string, time: number, opcode: number, data: string }[]
  t.same(frames.map(({ type, time, opcode, data }) => [type, time, opcode, data]), [
    ['receive', (START_MS + 0.5) / 1000, -1, ''], ['send', (START_MS + 1) / 1000, 1, '{"token":"s3c"}'],
    ['receive', (START_MS + 2.25) / 1000, 2, 'AAEC'], ['receive', (START_MS + 3) / 1000, 1, '中'],
    ['receive', (START_MS + 4) / 1000, -1, ''], ['receive', (START_MS + 5) / 1000, 8, '1000 bye']
  ])
  t.end()
})

t.test('an import restores the exported messages of every kind of stream', t => {
  const { via: _, ...plain } = entry
  for (const stream of [entry, { ...entry, via: 'eventsource' }, plain]) {
    t.same(importHar(parseHar(harOf(stream)), 'x')[0]?.messageList, messages)
  }
  t.notOk(importHar(parseHar(harOf({ ...entry, messageList: [] })), 'x')[0]?.messageList)
  t.end()
})

t.test('imports WebSocket messages that a browser recorded, in order', t => {
  const frames = [
    { type: 'send', time: START_MS / 1000 + 0.25, opcode: 1, data: 'hello' }, { type: 'receive', time: START_MS / 1000 + 1, opcode: 2, data: 'AAEC' },
    { type: 'receive', time: 'now', opcode: 1, data: '茶' }, { type: 'receive', time: 1, opcode: 9, data: '' }, { data: 7 }, null, 'frame'
  ]
  const log = {
    entries: [{
      startedDateTime: new Date(START_MS).toISOString(),
      time: 1,
      request: { method: 'GET', url: 'wss://a.example/' },
      response: { status: 101 },
      _resourceType: 'websocket',
      _webSocketMessages: frames
    }]
  }
  t.same(importHar({ log } as never, 'x')[0]?.messageList, [
    { n: 1, at: 250, dir: 'out', kind: 'text', size: 5, text: 'hello' }, { n: 2, at: 1000, dir: 'in', kind: 'binary', size: 3, base64: 'AAEC' },
    { n: 3, at: 0, dir: 'in', kind: 'text', size: 3, text: '茶' }
  ])
  t.end()
})

t.test('invalid messages in a file are omitted', t => {
  const odd = [{ n: 0 }, { ...messages[1]!, dir: 'up' }, { ...messages[1]!, kind: 'x' }, { ...messages[1]!, at: -1 }, 7, messages[1]!]
  const [push] = importHar(parseHar(harOf({ ...entry, via: 'eventsource', messageList: odd as Message[] })), 'x')
  t.same(push?.messageList, [messages[1]])
  t.end()
})

t.test('redacts secrets in messages of files to be shared', t => {
  for (const via of ['websocket', 'eventsource']) t.notMatch(harOf({ ...entry, via }, 'redact'), 's3c')
  t.end()
})
