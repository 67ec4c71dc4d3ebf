// Messages in the body of a response: server-sent events as browsers read them, and lines of JSON.
import t from 'tap'
import { finderOf, type BodyMessage } from '../../../src/web/capture/core/stream-events.js'

function found (type: string, pieces: string[]): BodyMessage[] {
  const all: BodyMessage[] = []
  const finder = finderOf(type, one => all.push(one))
  for (const piece of pieces) finder.feed(piece)
  finder.finish()
  return all
}

const EVENTS = 'text/event-stream; charset=utf-8'
const TEXT = [
  ': a comment', 'retry: 10', 'data: one', '', 'event: price', 'id: 7', 'data: {"a":1}', 'data:two', 'data', '', 'id', 'data:  x', '',
  'event: nothing', '', 'data: a:b', 'other: y', '', 'id: a\0b', 'data: z', '', 'data: not ended'
]
const WANTED = [
  ['one', undefined, undefined], ['{"a":1}\ntwo\n', 'price', '7'], [' x', undefined, undefined], ['a:b', undefined, undefined],
  ['z', undefined, undefined]
]
const brief = ({ text, event, lastEventId }: BodyMessage) => [text, event, lastEventId]

t.test('server-sent events are found whatever ends their lines, and wherever the pieces end', async t => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = TEXT.join(end)
    t.same(found(EVENTS, [text]).map(brief), WANTED, JSON.stringify(end))
    t.same(found(EVENTS, [...text]).map(brief), WANTED, `${JSON.stringify(end)}, character by character`)
    for (let at = 1; at < text.length; at++) {
      t.same(found(EVENTS, [text.slice(0, at), text.slice(at)]).map(brief), WANTED, `${JSON.stringify(end)}, cut at ${at}`)
    }
  }
})

t.test('an event is found as soon as it has ended, also if a CR ends it', async t => {
  const all: BodyMessage[] = []
  const finder = finderOf(EVENTS, one => all.push(one))
  finder.feed('data: a\r\r')
  t.equal(all.length, 1)
  finder.feed('\ndata: b\r\n\r\n')
  t.same(all.map(({ text }) => text), ['a', 'b'])
})

t.test('lines of JSON are found, also a last one without an end', async t => {
  const wanted = ['{"a":1}', '{"b":"\r"}', '[]']
  for (const pieces of [['{"a":1}\n\n{"b":"\r"}\r\n[]'], [...'{"a":1}\n\n{"b":"\r"}\r\n[]\n']]) {
    t.same(found('application/x-ndjson', pieces).map(({ kind, text }) => [kind, text]), wanted.map(text => ['text', text]))
  }
})

t.test('of what never ends only the beginning is kept, and its length', async t => {
  const most = 64 * 1024
  const [line] = found('application/x-ndjson', Array.from({ length: 100 }, () => 'x'.repeat(10_000)))
  t.same([line!.text.length, line!.chars], [most, 1_000_000])
  const [event] = found(EVENTS, [...Array.from({ length: 100 }, () => `data: ${'x'.repeat(10_000)}\n`), '\n'])
  t.same([event!.text.length, event!.chars], [most, 1_000_099])
  const [long] = found(EVENTS, ['data: ', ...Array.from({ length: 100 }, () => 'x'.repeat(10_000)), '\n\n'])
  t.equal(long!.chars, 1_000_000)
})

t.test('many line ends, and a CR at the end, are as quick as any', async t => {
  const text = '\n'.repeat(65_535) + '\r'
  for (let n = 0; n < 100; n++) found(EVENTS, [text])
  t.pass('it has ended')
})
