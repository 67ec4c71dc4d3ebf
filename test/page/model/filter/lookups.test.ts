// Asking the service what it finds in texts that were let go: once for each term, only where nobody knows, and again after a failure.
import { mock } from 'node:test'
import t, { type Test } from 'tap'
import type { Held, LightEntry } from '../../../../src/exchange/held.js'
import { letGoOf } from '../../../../src/filter/facts.js'
import { Lookups } from '../../../../src/web/viewer/model/filter/lookups.js'
import { PassingTexts } from '../../../../src/web/viewer/model/filter/passing-texts.js'
import { entry } from './entries.js'

function light (): LightEntry {
  const whole = entry({ response: 'kettle' })
  return { ...whole, letGo: letGoOf(whole), request: undefined, response: undefined, pageParams: undefined, storage: undefined }
}

function lookupsOf (
  t: Test, answer: (term: string, asked: number) => Promise<ReadonlySet<string>>, isUnknown: (entry: Held) => boolean = () => true
) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const asked: string[] = []
  let told = 0
  const lookups = new Lookups(
    { idsOf: async term => { asked.push(term); return await answer(term, asked.length) }, isUnknown, onAnswers: () => { told++ } }
  )
  t.teardown(() => lookups.close())
  const settle = async (ms: number) => {
    mock.timers.tick(ms)
    for (let n = 0; n < 10; n++) await Promise.resolve()
  }
  return { lookups, asked, settle, told: () => told }
}

t.test('each term is asked for once, and holds until the entry is another', async t => {
  const [a, b, whole] = [light(), light(), entry()]
  const { lookups, asked, settle, told } = lookupsOf(t, async term => new Set(term === 'kettle' ? [a.id] : [a.id, b.id]))
  lookups.ask(['kettle', 'body:x'])
  t.notOk(lookups.isReady(a))
  t.ok(lookups.isReady(whole))
  lookups.update([a, b, whole])
  t.equal(lookups.state.value, 'looking')
  lookups.update([a, b, whole])
  await settle(250)
  t.same(asked, ['kettle', 'body:x'])
  t.equal(told(), 1)
  t.same([a, b].map(entry => lookups.isReady(entry) && lookups.matches('kettle', entry)), [true, false])
  lookups.update([a, b, whole])
  t.equal(lookups.state.value, 'idle')
  lookups.ask(['kettle'])
  const marked: LightEntry = { ...b, mark: { pinned: true } }
  lookups.update([a, marked])
  t.ok(lookups.isReady(marked))
  lookups.update([a, light()])
  await settle(250)
  t.same(asked, ['kettle', 'body:x', 'kettle'])
})

t.test('nobody is asked while somebody types, nor for what is known', async t => {
  const { lookups, asked, settle } = lookupsOf(t, async () => new Set())
  const one = light()
  for (const term of ['k', 'ke', 'ket']) {
    lookups.ask([term])
    lookups.update([one])
    await settle(100)
  }
  await settle(250)
  t.same(asked, ['ket'])
})

t.test('what is known already is not asked for', async t => {
  const known = lookupsOf(t, async () => new Set(), () => false)
  known.lookups.ask(['x'])
  known.lookups.update([light()])
  t.equal(known.lookups.state.value, 'idle')
})

t.test('where the service does not answer, that is said, and it is asked again', async t => {
  const one = light()
  const { lookups, asked, settle } = lookupsOf(t, async (_, n) => {
    if (n === 1) throw new Error('away')
    return new Set([one.id])
  })
  lookups.ask(['x'])
  lookups.update([one])
  await settle(250)
  t.equal(lookups.state.value, 'failed')
  t.notOk(lookups.isReady(one))
  await settle(5000)
  t.equal(asked.length, 2)
  t.equal(lookups.state.value, 'idle')
  t.ok(lookups.matches('x', one))
})

t.test('an answer to a question that nobody asks any more changes nothing', async t => {
  let answer = (_: ReadonlySet<string>) => {}
  const { lookups, settle, told } = lookupsOf(t, async () => await new Promise(resolve => { answer = resolve }))
  const one = light()
  lookups.ask(['x'])
  lookups.update([one])
  await settle(250)
  lookups.ask(['y'])
  answer(new Set([one.id]))
  await settle(0)
  t.equal(told(), 0)
  t.notOk(lookups.isReady(one))
})

t.test('texts that come by come in batches, each once, with those that are gone', async t => {
  const held = [light(), light(), light(), light()]
  const passing = new PassingTexts(async function * (entries, onGone) {
    for (const [n, { id }] of entries.entries()) {
      if (n === 1) onGone(held[1]!)
      else yield entry({ id, response: 'x'.repeat(100) })
    }
  }, held)
  const ids = async () => (await passing.next(150, 10)).map(([{ id }, read]) => [id, read !== undefined])
  t.same(await ids(), [[held[0]!.id, true], [held[1]!.id, false], [held[2]!.id, true]])
  t.same(await ids(), [[held[3]!.id, true]])
  t.same(await ids(), [])
})
