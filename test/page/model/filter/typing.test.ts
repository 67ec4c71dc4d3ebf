// The user types fast into the filter of a long session. The rows shown meanwhile are correct, and the final list contains exactly the
// entries that match, whichever narrower or wider queries came before.
import t from 'tap'
import fc from 'fast-check'
import { setImmediate } from 'node:timers/promises'
import { signal, type Signal } from '@preact/signals'
import type { ListedEntry } from '../../../../src/exchange/held.js'
import { matcher } from '../../../../src/filter/matcher.js'
import { parse } from '../../../../src/filter/parse.js'
import { Filtering } from '../../../../src/web/viewer/model/filter/filtering.js'
import { entryWith } from '../../../exchange/entry.js'
import { runs } from '../../../support/runs.js'
import { until } from '../../../support/until.js'

const COUNT = 8000
const NOTHING = { idsOf: async () => new Set<string>(), wholes: async function * () {} }
const NOUNS = ['orders', 'order', 'carts', 'users', 'kettles']
const entries: ListedEntry[] = Array.from({ length: COUNT }, (_, n) => entryWith({
  id: `${n}-a`,
  api: `https://${n % 3 ? 'api' : 'cdn'}.shop.example/v1/${NOUNS[n * 7919 % NOUNS.length] ?? ''}/${n}`,
  method: n % 4 ? 'GET' : 'POST',
  timeConsuming: n % 900,
  responseHeader: `HTTP/1.1 ${n % 11 ? '200 OK' : '500 No'}\r\nContent-Type: ${n % 5 ? 'application/json' : 'image/png'}\r\n` +
    `X-Trace: ${'a'.repeat(n % 90)}`,
  response: n % 7 ? `{"title":"A kettle of ${n}"}` : ''
}))
function filteringOf (text: Signal<string>, showsNewest: boolean): Filtering {
  const startWorker = () => { throw new Error('no regex') }
  return new Filtering({
    entries: signal(entries), text, context: signal({}), sources: NOTHING, startWorker, showsNewest: () => showsNewest
  })
}
const found = (text: string) => entries.filter(matcher(parse(text), { nowMs: 0 }))
const idsOf = (list: readonly ListedEntry[]) => list.map(({ id }) => id).join()

/** How many rows are right in any case, if that many are shown. */
const SCREENFUL = 100

const termOf = fc.constantFrom(
  'orders', 'order', 'kettle', 'ket', 'status:500', 'status:5xx', 'path:/v1/orders', 'method:post', 'kind:json', 'kind:image', '-kettle',
  '-status:200', 'time:>800', 'host:cdn', '(orders OR users)', 'zzz', 'header:x-trace=aaa'
)
const typing = fc.array(fc.tuple(fc.array(termOf, { minLength: 1, maxLength: 3 }), fc.nat({ max: 3 })), { minLength: 1, maxLength: 3 })

t.test('however fast and whatever is typed, the list ends as a match of every entry', async t => {
  await fc.assert(fc.asyncProperty(typing, fc.nat({ max: 4 }), async (texts, pauses) => {
    const text = signal('')
    const filtering = filteringOf(text, true)
    const wrong: string[] = []
    const stop = filtering.entries.subscribe(shown => {
      const newest = Math.min(SCREENFUL, shown.length)
      if (newest > 0 && idsOf(shown.slice(-newest)) !== idsOf(found(text.peek()).slice(-newest))) wrong.push(text.peek())
    })
    for (const [terms, back] of texts) {
      const typed = terms.join(' ')
      for (let length = Math.max(1, typed.length - 4); length <= typed.length; length++) {
        text.value = typed.slice(0, length)
        for (let n = 0; n < pauses; n++) await setImmediate()
      }
      text.value = typed.slice(0, -back || undefined)
    }
    const whole = idsOf(found(text.peek()))
    await until(`all are shown for ${text.peek()}`, async () => idsOf(filtering.entries.peek()) === whole)
    stop()
    filtering.close()
    t.same(wrong, [])
  }), { numRuns: runs(8) })
})

t.test('a screenful of the newest is shown before the others are tested, if they are in view', async t => {
  // Each look at the clock takes a millisecond: on a fast machine, one slice might do everything.
  let ms = 0
  t.intercept(globalThis, 'performance', { value: { now: () => ms++ } })
  for (const showsNewest of [true, false]) {
    const text = signal('')
    const filtering = filteringOf(text, showsNewest)
    const shown: number[] = []
    const stop = filtering.entries.subscribe(list => { shown.push(list.length) })
    text.value = 'header:x-trace=a'
    const whole = found('header:x-trace=a').length
    await until('all are shown', async () => shown.at(-1) === whole)
    stop()
    filtering.close()
    const parts = shown.filter(length => length < whole && length >= SCREENFUL)
    if (showsNewest) t.ok(parts.length > 0, shown.join())
  }
})
