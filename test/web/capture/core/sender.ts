// When the next batch is sent. The tests use a fake clock that jumps from timer to timer.
import t from 'tap'
import type { BatchAnswer, Host, Transport } from '../../../../src/web/capture/core/host.js'
import type { PushDraft } from '../../../../src/web/capture/core/push.js'
import { PushQueue } from '../../../../src/web/capture/core/queue.js'
import { Sender } from '../../../../src/web/capture/core/sender.js'
import { matchEach } from '../../../support/match-each.js'

const STORED = { id: '1-a' }
const AWAY = { code: 'unavailable', message: 'Redis is away' }

t.test('after a 413 the batch is sent again at once without bodies, also if there was a 401 earlier', async t => {
  const { queue, triesMs, passTo } = start([refused(401), stored(STORED), refused(413), stored(STORED)])
  queue.add(push('1'))
  await passTo(60_000)
  t.same(triesMs, [0, 30_000], 'a refusal is retried after 30 s')
  queue.add(push('2', 'x'.repeat(100)))
  await passTo(120_000)
  t.same(triesMs.slice(2), [60_000, 60_200])
})

t.test('a push that cannot be stored is retried with growing delays, and does not block others', async t => {
  const answers = Array.from({ length: 200 }, () => (pushes: unknown[]) => said(pushes.map((_, n) => n === 0 ? AWAY : STORED)))
  const { queue, sender, triesMs, passTo } = start(answers)
  queue.add(push('1'))
  queue.add(push('2'))
  await passTo(1)
  t.same([sender.sent, triesMs], [1, [0]])
  await passTo(3499)
  t.same(triesMs, [0, 500, 1500], 'the delays grow')
  await passTo(120_000)
  const pausesMs = triesMs.map((ms, n) => ms - (triesMs[n - 1] ?? 0))
  t.equal(Math.max(...pausesMs), 10_000)
  queue.add(push('3'))
  await passTo(130_000)
  t.equal(sender.sent, 2)
  t.equal(queue.size, 1)
})

t.test('a push that is too large is retried without bodies after the usual 200 ms', async t => {
  const { queue, sender, triesMs, passTo } = start([stored({ code: 'too_large', message: 'too large' }, STORED), stored(STORED)])
  queue.add(push('1', 'x'.repeat(100)))
  queue.add(push('2'))
  await passTo(10_000)
  t.same([sender.sent, triesMs], [2, [0, 200]])
})

t.test('a stored push resets the retry delay', async t => {
  const { queue, triesMs, passTo } = start([refused(503), refused(503), stored(STORED), stored(AWAY), stored(STORED)])
  queue.add(push('1'))
  await passTo(10_000)
  t.same(triesMs, [0, 500, 1500])
  queue.add(push('2'))
  await passTo(20_000)
  t.same(triesMs.slice(3), [10_000, 10_500])
})

t.test('how many requests were dropped is told by a request, not by messages', async t => {
  const { queue, bodies, passTo } = start([stored(STORED), stored(STORED)])
  queue.dropped = 3
  queue.add({ requestId: '1', key: '1 1', timeConsuming: 0, messages: '{"n":1}', stored () {}, refused: () => [] })
  await passTo(1000)
  queue.add(push('2'))
  await passTo(2000)
  t.same(bodies[0], [{ requestId: '1', messages: [{ n: 1 }] }])
  matchEach(t, bodies[1]!, [{ requestId: '2', note: 'earlier pushes dropped: 3 (the queue was full)' }])
  t.equal(queue.dropped, 0)
})

t.test('a transport may want smaller batches; there is no pause while a whole batch waits', async t => {
  const storedAll: Answering = pushes => said(pushes.map(() => STORED))
  const { queue, triesMs, bodies, passTo } = start([storedAll, storedAll, storedAll], { batchBytes: 1000 })
  for (const id of ['1', '2', '3', '4', '5']) queue.add(push(id, 'x'.repeat(300)))
  await passTo(10_000)
  t.same(bodies.map(({ length }) => length), [2, 2, 1])
  t.same(triesMs, [0, 0, 200])
})

t.test('a complete push has the fields of its pending push, which may arrive later, because it is still in flight', async t => {
  const { queue, sender, bodies } = start([stored(STORED), stored(STORED, STORED)])
  queue.add({ ...push('1'), timeConsuming: 0, pageParams: 'here' })
  sender.flush(false)
  queue.add(push('1'))
  queue.add(push('2'))
  sender.flush(false)
  matchEach(t, bodies[1]!, [{ requestId: '1', timeConsuming: 1, pageParams: 'here' }, { requestId: '2' }])
})

function push (requestId: string, request?: string): PushDraft {
  return { api: '/a', method: 'POST', requestId, startMs: 0, timeConsuming: 1, ...request !== undefined && { request } }
}

type Answering = (pushes: unknown[]) => BatchAnswer

function refused (status: number): Answering {
  return () => ({ status, text: '' })
}

function stored (...items: object[]): Answering {
  return () => said(items)
}

function said (items: object[]): BatchAnswer {
  return { status: 200, text: JSON.stringify({ code: '0', message: '', data: items }) }
}

/** `triesMs`: when each batch left. `bodies`: its pushes. `passTo`: advances the clock to this time. */
function start (answers: Answering[], more: Pick<Transport, 'batchBytes'> = {}) {
  let nowMs = 0
  const timers = new Map<() => void, number>()
  const host: Host = {
    now: () => nowMs,
    setTimer: (run, ms) => {
      timers.set(run, nowMs + ms)
      return () => timers.delete(run)
    },
    random: () => 'a',
    utf8Bytes: text => Buffer.byteLength(text)
  }
  const queue = new PushQueue({ queueBytes: 1_000_000, queuePushes: 100, bodyBytes: 1000 })
  const triesMs: number[] = []
  const bodies: unknown[][] = []
  const send = async (body: string): Promise<BatchAnswer> => {
    triesMs.push(nowMs)
    const pushes = JSON.parse(body) as unknown[]
    bodies.push(pushes)
    return answers.shift()!(pushes)
  }
  const sender = new Sender(queue, { send, ...more }, host, () => {}, () => {})
  const passTo = async (ms: number) => {
    sender.schedule()
    for (let next = earliest(timers, ms); next; next = earliest(timers, ms)) {
      timers.delete(next.run)
      nowMs = Math.max(nowMs, next.atMs)
      next.run()
      await new Promise(resolve => setImmediate(resolve))
    }
    nowMs = ms
  }
  return { queue, sender, triesMs, bodies, passTo }
}

function earliest (timers: Map<() => void, number>, untilMs: number): { run: () => void, atMs: number } | undefined {
  const [first] = [...timers].sort(([, a], [, b]) => a - b)
  return first && first[1] <= untilMs ? { run: first[0], atMs: first[1] } : undefined
}
