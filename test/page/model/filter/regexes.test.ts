// Regexes on entries whose long texts were dropped: the page first matches the entries whose texts it still has, and then streams the
// dropped texts from the service, once.
import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { signal } from '@preact/signals'
import { isWhole, type ListedEntry } from '../../../../src/exchange/held.js'
import { keptFactsOf } from '../../../../src/filter/facts.js'
import { matcher } from '../../../../src/filter/matcher.js'
import { parse } from '../../../../src/filter/parse.js'
import type { Entry } from '../../../../src/schema/entry.js'
import type { RegexMatches, Batch } from '../../../../src/web/viewer/model/filter/regex-worker.js'
import type { Wholes } from '../../../../src/web/viewer/model/filter/streamed-texts.js'
import { Regexes, type RegexState, type WorkerLike } from '../../../../src/web/viewer/model/filter/regexes.js'
import { entry } from './entries.js'

/** Does what the worker does, but synchronously. */
class FakeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null
  onerror: WorkerLike['onerror'] = null
  readonly kept = new Map<number, ListedEntry>()
  readonly batches: Batch[] = []

  postMessage (batch: Batch): void {
    this.batches.push(batch)
    for (const [number, entry] of [...batch.fresh, ...batch.streamed]) this.kept.set(number, entry)
    const found = batch.terms.map(term => batch.ask.filter(number => {
      const entry = this.kept.get(number)
      return entry !== undefined && matcher(parse(term), { nowMs: 0 })(entry)
    }))
    for (const [number] of batch.streamed) this.kept.delete(number)
    queueMicrotask(() => this.onmessage?.({ data: { found } } as MessageEvent<RegexMatches>))
  }

  terminate (): void {
    this.kept.clear()
  }
}

function lightOf (entry: Entry): ListedEntry {
  const dropped = { request: undefined, response: undefined, pageParams: undefined, storage: undefined, originalResponse: undefined }
  return { ...entry, keptFacts: keptFactsOf(entry), ...dropped }
}

function house (t: Test, stored: Entry[], isLight: (n: number) => boolean) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const entries = stored.map((entry, n) => isLight(n) ? lightOf(entry) : entry)
  const fake = new FakeWorker()
  const service = { isAway: false, reads: 0 }
  const state = signal<RegexState>('idle')
  const startWorker = () => {
    queueMicrotask(() => fake.onmessage?.({ data: {} } as MessageEvent<RegexMatches>))
    return fake
  }
  const wholes: Wholes = async function * (wanted, onGone) {
    service.reads++
    if (service.isAway) throw new Error('away')
    for (const held of wanted) {
      const found = stored.find(({ id }) => id === held.id)
      if (found) yield found
      else onGone(held)
    }
  }
  const regexes = new Regexes({ state, startWorker, wholes, onAnswers: () => {} })
  t.teardown(() => regexes.close())
  const settle = async (ms = 0) => {
    for (let n = 0; n < 40; n++) await Promise.resolve()
    mock.timers.tick(ms)
    for (let n = 0; n < 40; n++) await Promise.resolve()
  }
  const found = (term: string) =>
    entries.filter(entry => regexes.matches(term, entry)).map(({ id }) => stored.findIndex(other => other.id === id))
  return { entries, fake, service, state, regexes, settle, found }
}

const some = () => Array.from({ length: 6 }, (_, n) => entry({ response: `kettle ${n % 2}`, api: `https://host-${n}/x` }))

t.test('entries with texts are matched first; texts that are streamed for light ones are not kept', async t => {
  const { entries, fake, service, state, regexes, settle, found } = house(t, some(), n => n < 3)
  regexes.ask(['/kettle.1/'], true)
  regexes.update(entries)
  await settle()
  t.same(found('/kettle.1/'), [3, 5])
  t.equal(state.value, 'running')
  await settle(400)
  t.same(found('/kettle.1/'), [1, 3, 5])
  t.equal(state.value, 'idle')
  t.equal(fake.kept.size, 3)
  t.ok([...fake.kept.values()].every(isWhole))
  regexes.update(entries)
  await settle(400)
  t.equal(service.reads, 1)
})

t.test('a regex that needs no long text reads none; the next one reads them before it is run on light entries', async t => {
  const { entries, service, regexes, settle, found } = house(t, some(), n => n < 3)
  regexes.ask(['/x/'], true)
  regexes.ask(['host:/-[12]/'], false)
  regexes.update(entries)
  await settle(400)
  t.same(found('host:/-[12]/'), [1, 2])
  t.equal(service.reads, 0)
  regexes.ask(['/kettle.0/'], true)
  await settle(400)
  t.same(found('/kettle.0/'), [0, 2, 4])
})

t.test('an entry that was deleted meanwhile does not match; a failed read is reported and retried', async t => {
  const stored = some()
  const { entries, service, state, regexes, settle } = house(t, stored, n => n < 3)
  stored.splice(1, 1)
  service.isAway = true
  regexes.ask(['/kettle.1/'], true)
  regexes.update(entries)
  await settle(400)
  t.equal(state.value, 'unread')
  service.isAway = false
  await settle(5000)
  t.equal(state.value, 'idle')
  t.ok(entries.every(entry => regexes.isReady(entry)))
  t.notOk(regexes.matches('/kettle.1/', entries[1]!))
})
