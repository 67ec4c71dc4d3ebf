// The events that `earshot proxy` sends to its recorder thread: they are encoded as bytes, and decoded without a difference.
import t from 'tap'
import { readEvents } from '../../src/cli/proxy/event-reader.js'
import { EventWriter } from '../../src/cli/proxy/event-writer.js'
import type { Events } from '../../src/cli/proxy/thread-events.js'

type Said = [name: keyof Events, ...rest: unknown[]]

const HEADER = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nx-name: José\r\nx-empty: \r\n\r\n'
const START = { method: 'POST', api: 'https://api.example/größe?a=b', header: HEADER, via: 'websocket' }
const LEAST = { method: 'GET', api: '', header: '', via: '' }

/** What the reader hears of what the writer wrote. */
function heard (buffers: Uint8Array[]): Said[] {
  const said: Said[] = []
  const copied = (value: unknown) => value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
  const hear = (name: keyof Events) => (...rest: unknown[]) => { said.push([name, ...rest.map(copied)]) }
  const events: Events = {
    begins: hear('begins'),
    sends: hear('sends'),
    answers: hear('answers'),
    receives: hear('receives'),
    skips: hear('skips'),
    ends: hear('ends'),
    fails: hear('fails')
  }
  for (const bytes of buffers) readEvents(bytes, events)
  return said
}

t.test('every event is read as it was written', async t => {
  const writer = new EventWriter()
  writer.begins(0, 1_700_000_000_000.25, START)
  writer.begins(4_294_967_295, 0.5, LEAST)
  writer.sends(0, Buffer.from('0001ff', 'hex'))
  writer.sends(0, new Uint8Array())
  writer.answers(0, HEADER)
  writer.answers(1, '')
  writer.receives(0, 12.5, Buffer.from('0a0a', 'hex'))
  writer.skips(0, 'request', 2 ** 40)
  writer.skips(0, 'response', 1)
  writer.ends(0, 99.75)
  writer.ends(0, 99.75, 'geschlossen – 世界')
  writer.fails(1, 100, 'There is no host “a”')
  t.strictSame(heard(writer.take()), [
    ['begins', 0, 1_700_000_000_000.25, START],
    ['begins', 4_294_967_295, 0.5, LEAST],
    ['sends', 0, '0001ff'],
    ['sends', 0, ''],
    ['answers', 0, HEADER],
    ['answers', 1, ''],
    ['receives', 0, 12.5, '0a0a'],
    ['skips', 0, 'request', 2 ** 40],
    ['skips', 0, 'response', 1],
    ['ends', 0, 99.75, ''],
    ['ends', 0, 99.75, 'geschlossen – 世界'],
    ['fails', 1, 100, 'There is no host “a”']
  ])
  t.strictSame(writer.take(), [], 'nothing is given twice')
})

t.test('events of any size, and any number of them, keep their order; each buffer can be given away', async t => {
  const writer = new EventWriter()
  const sizes = Array.from({ length: 300 }, (_, n) => n % 50 === 49 ? 1_000_000 : (n * 7919) % 3000)
  for (const [n, size] of sizes.entries()) writer.sends(n, Buffer.alloc(size, n))
  t.ok(writer.weight > sizes.reduce((sum, size) => sum + size), 'it weighs more than its pieces')
  const buffers = writer.take()
  t.equal(writer.weight, 0)
  t.ok(buffers.length > 1)
  t.equal(new Set(buffers.map(({ buffer }) => buffer)).size, buffers.length)
  const given = structuredClone(buffers, { transfer: buffers.map(({ buffer }) => buffer) })
  writer.sends(0, Buffer.from('later'))
  t.strictSame(heard(given), sizes.map((size, n) => ['sends', n, Buffer.alloc(size, n).toString('hex')]))
})
