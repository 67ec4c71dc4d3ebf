// Reading the body of a list: other tasks get a turn after each million bytes.
import t from 'tap'
import { replyText } from '../../../src/web/feed/reply.js'

const CHUNK = 50_000

t.test('others have a turn after each million bytes, although all of them have arrived', async t => {
  let left = 100
  const reader = {
    read: async () => left-- > 0 ? { done: false, value: new Uint8Array(CHUNK).fill(120) } : { done: true },
    cancel: async () => undefined
  }
  // A timer that is set again each time: it comes before any timer that is set after it.
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setTimeout(count)
  }
  setTimeout(count)
  let [characters, most, sinceTurn, turn] = [0, 0, 0, 0]
  for await (const part of replyText({ ok: true, status: 200, json: async () => undefined, body: { getReader: () => reader } })) {
    if (turn !== turns) sinceTurn = 0
    turn = turns
    characters += part.length
    most = Math.max(most, sinceTurn += part.length)
  }
  isOver = true
  t.equal(characters, 100 * CHUNK)
  t.ok(most <= 1_000_000, `${most} characters in one turn`)
})
