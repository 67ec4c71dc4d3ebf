import t from 'tap'
import { Heartbeat } from '../../src/live/heartbeat.js'

const PERIOD_MS = 250

/** Viewers that count their beats until a given total: how many each had, and how many came in the same tick. */
class Crowd {
  readonly beats: number[]
  readonly bursts: number[] = []
  readonly viewers
  private burst = 0
  private total = 0
  private waiting = { beats: Infinity, resolve: () => {} }

  constructor (count: number) {
    this.beats = Array.from({ length: count }, () => 0)
    this.viewers = this.beats.map((_, n) => ({ beat: () => this.count(n) }))
  }

  has (beats: number): Promise<void> {
    return new Promise(resolve => { this.waiting = { beats, resolve } })
  }

  private count (n: number): void {
    this.beats[n]!++
    // Runs at the end of the tick that contains this beat.
    if (this.burst++ === 0) queueMicrotask(() => this.endBurst())
    if (++this.total === this.waiting.beats) this.waiting.resolve()
  }

  private endBurst (): void {
    this.bursts.push(this.burst)
    this.burst = 0
  }
}

t.test('each viewer has one beat per period, and only a few beats come in the same tick', async t => {
  const crowd = new Crowd(1000)
  const heartbeat = new Heartbeat(PERIOD_MS)
  t.teardown(() => heartbeat.close())
  for (const viewer of crowd.viewers) heartbeat.add(viewer)
  await crowd.has(3000)
  t.ok(crowd.beats.every(beats => beats === 3), 'after three periods')
  t.equal(Math.max(...crowd.bursts), 4)
})

t.test('beats stay spread when viewers leave and join', async t => {
  const heartbeat = new Heartbeat(PERIOD_MS)
  t.teardown(() => heartbeat.close())
  const [leaving, staying, coming] = [new Crowd(1000), new Crowd(4), new Crowd(1000)]
  for (const [n, viewer] of leaving.viewers.entries()) {
    if (n % 250 === 0) heartbeat.add(staying.viewers[n / 250]!)
    heartbeat.add(viewer)
  }
  for (const viewer of leaving.viewers) heartbeat.remove(viewer)
  for (const viewer of coming.viewers) heartbeat.add(viewer)
  await coming.has(1000)
  t.ok(leaving.beats.every(beats => beats === 0), 'viewers that left have no beats')
  t.ok(Math.max(...coming.bursts) <= 5)
})

t.test('a viewer that leaves during its own beat does not affect the others', async t => {
  const crowd = new Crowd(1000)
  const heartbeat = new Heartbeat(PERIOD_MS)
  t.teardown(() => heartbeat.close())
  for (const [n, viewer] of crowd.viewers.entries()) {
    const leaver = { beat: () => { viewer.beat(); heartbeat.remove(leaver) } }
    heartbeat.add(n % 2 ? viewer : leaver)
  }
  await crowd.has(1500)
  t.same(crowd.beats, crowd.beats.map((_, n) => n % 2 ? 2 : 1))
})
