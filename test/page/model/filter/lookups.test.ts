// The page asks the service which dropped texts match a filter: once per term, only if it cannot know the result itself, and again after a
// failure.
import { mock } from 'node:test'
import t, { type Test } from 'tap'
import type { LightEntry } from '../../../../src/exchange/held.js'
import { keptFactsOf } from '../../../../src/filter/facts.js'
import { Lookups } from '../../../../src/web/viewer/model/filter/lookups.js'
import { StreamedTexts } from '../../../../src/web/viewer/model/filter/streamed-texts.js'
import { entry } from './entries.js'

function light (): LightEntry {
  const whole = entry({ response: 'kettle' })
  const dropped = { request: undefined, response: undefined, pageParams: undefined, storage: undefined, originalResponse: undefined }
  return { ...whole, keptFacts: keptFactsOf(whole), ...dropped }
}

function lookupsOf (t: Test, answer: (term: string, asked: number) => Promise<ReadonlySet<string>>) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const asked: string[] = []
  let told = 0
  const lookups = new Lookups(
    { idsOf: async term => { asked.push(term); return await answer(term, asked.length) }, onAnswers: () => { told++ } }
  )
  t.teardown(() => lookups.close())
  const settle = async (ms: number) => {
    mock.timers.tick(ms)
    for (let n = 0; n < 10; n++) await Promise.resolve()
  }
  return { lookups, asked, settle, told: () => told }
}

t.test('each term is requested once, and its result holds until other entries arrive', async t => {
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

t.test('no request is sent while the user types', async t => {
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

t.test('no request is sent if the page knows the results', async t => {
  const { lookups, asked, settle } = lookupsOf(t, async () => new Set())
  lookups.ask(['x'])
  lookups.update([])
  t.equal(lookups.state.value, 'idle')
  await settle(250)
  t.same(asked, [])
})

t.test('a failed request sets the state to failed, and is retried after 5 s', async t => {
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

t.test('an answer to an outdated query is ignored', async t => {
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

t.test('PassingTexts yields each entry once, in batches limited by characters, deleted ones without a text', async t => {
  const held = [light(), light(), light(), light()]
  const streamed = new StreamedTexts(async function * (entries, onGone) {
    for (const [n, { id }] of entries.entries()) {
      if (n === 1) onGone(held[1]!)
      else yield entry({ id, response: 'x'.repeat(100) })
    }
  }, held)
  const ids = async () => (await streamed.next(150, 10)).map(([{ id }, read]) => [id, read !== undefined])
  t.same(await ids(), [[held[0]!.id, true], [held[1]!.id, false], [held[2]!.id, true]])
  t.same(await ids(), [[held[3]!.id, true]])
  t.same(await ids(), [])
})
