// Which long texts a tab drops. Dropping them does not change anything that the page derives from an entry.
import t from 'tap'
import fc from 'fast-check'
import { isWhole, lengthOf, type ListedEntry, type WholeEntry } from '../../../../src/exchange/held.js'
import { factsOf } from '../../../../src/filter/facts.js'
import { requestFiguresOf } from '../../../../src/summary/request-figures.js'
import { repeatableOf } from '../../../../src/summary/repeatable.js'
import { rowFactsOf } from '../../../../src/web/viewer/model/list/row-facts.js'
import { TextBudget, defaultBudget } from '../../../../src/web/viewer/model/session/text-budget.js'
import { entry } from '../filter/entries.js'

const LONG = 1000
const long = (fields: Partial<WholeEntry> = {}): ListedEntry => entry({ response: 'x'.repeat(LONG), ...fields })

function budgetOf (most: number, inUse: ListedEntry[] = [], told: ListedEntry[] = []) {
  const isInUse = (entry: ListedEntry) => inUse.includes(entry)
  return new TextBudget({ most, entries: () => 0, isInUse, onLettingGo: entry => { told.push({ ...entry }) } })
}

const whole = (entries: ListedEntry[]) => entries.map(entry => isWhole(entry))

t.test('the least recently used texts are dropped first, and the newest stays however long it is', async t => {
  const budget = budgetOf(3 * LONG)
  const entries = [long(), long(), long()]
  for (const each of entries) budget.add(each)
  t.same(whole(entries), [true, true, true])
  budget.use(entries[0]!)
  budget.add(long())
  t.same(whole(entries), [true, false, true])
  t.equal(budget.characters, 3 * LONG)
  const huge = long({ response: 'x'.repeat(10 * LONG) })
  budget.add(huge)
  t.same([...whole(entries), isWhole(huge)], [false, false, false, true])
  t.equal(budget.characters, 10 * LONG)
})

t.test('the more entries a session has, the fewer characters of texts are kept, but never less than a fourth', async t => {
  const keptBeside = (count: number) => {
    const budget = new TextBudget({ most: 8 * LONG, entries: () => count, isInUse: () => false })
    for (let n = 0; n < 20; n++) budget.add(long())
    return budget.characters / LONG
  }
  t.same([0, 4, 8, 10, 1000].map(keptBeside), [8, 6, 4, 3, 2])
})

t.test('texts of entries that are pending, in use or short are kept', async t => {
  const used = long()
  const budget = budgetOf(LONG, [used])
  const [pending, short] = [long({ timeConsuming: 0 }), entry({ response: 'short' })]
  for (const each of [pending, used, short, long(), long()]) budget.add(each)
  t.same(whole([pending, used, short]), [true, true, true])
})

t.test('if many entries are in use, each add() checks at most 64 of them', async t => {
  let looks = 0
  const budget = new TextBudget({ most: LONG, entries: () => 0, isInUse: () => ++looks > 0 })
  for (let n = 0; n < 1000; n++) budget.add(long())
  t.ok(looks <= 64 * 1000)
  t.equal(budget.characters, 1000 * LONG)
})

t.test('an update replaces the entry in the budget; a deletion frees its characters', async t => {
  const budget = budgetOf(2 * LONG)
  const [first, second] = [long(), long()]
  for (const each of [first, second, long()]) budget.add(each)
  t.notOk(isWhole(first))
  const updated = { ...long(), id: first.id }
  budget.add(updated)
  t.same([isWhole(updated), isWhole(second)], [true, false])
  t.equal(budget.characters, 2 * LONG)
  budget.remove(first.id)
  budget.remove('another')
  t.equal(budget.characters, LONG)
  budget.removeAll(() => true)
  t.equal(budget.characters, 0)
})

t.test('fill() puts texts back and counts them; marking a light entry keeps it light', async t => {
  const told: ListedEntry[] = []
  const budget = budgetOf(LONG, [], told)
  const first = long({ storage: 'y' })
  const before = { ...first } as WholeEntry
  budget.add(first)
  budget.add(long())
  if (isWhole(first)) throw new Error('it was not let go')
  t.same(told, [before], 'onLettingGo gets the entry with its texts')
  t.same([first.response, first.request, first.storage, first.pageParams], [undefined, undefined, undefined, undefined])
  const marked: ListedEntry = { ...first, mark: { pinned: true } }
  t.equal(lengthOf(marked, 'response'), LONG)
  t.equal(factsOf(marked).body.size, LONG)
  budget.fill(first, before)
  t.ok(isWhole(first))
  t.equal(budget.characters, LONG + 1)
})

t.test('what was really answered, if a rule changed it, counts, is dropped, and is put back with the other texts', async t => {
  const budget = budgetOf(3 * LONG)
  const changed = long({ originalResponse: 'y'.repeat(LONG) })
  budget.add(changed)
  t.equal(budget.characters, 2 * LONG)
  const read = { ...changed } as WholeEntry
  budget.add(long())
  budget.add(long())
  t.same([isWhole(changed), changed.originalResponse], [false, undefined])
  if (!isWhole(changed)) budget.fill(changed, read)
  t.equal(changed.originalResponse, 'y'.repeat(LONG))
})

t.test('rows, tables and flags of an entry are the same without its long texts', async t => {
  const body = fc.oneof(fc.string(), fc.json(), fc.constantFrom(
    '{"code":"ERROR_OF_A_LONG_NAME","data":[]}', '{"errno":0}', 'data:image/png;base64,iVBORw0KGgo=', 'a=1&b=2', '<!doctype html><p>',
    '{"query":"mutation PayForTheKettle { pay }","operationName":"PayForTheKettle"}'))
  const header = fc.constantFrom(
    '', 'HTTP/1.1 200 OK\ncontent-type: application/json', 'HTTP/1.1 503 No', 'content-type: application/graphql'
  )
  const fields = fc.record({
    request: body, response: body, requestHeader: header, responseHeader: header, timeConsuming: fc.constantFrom(0, 5)
  })
  fc.assert(fc.property(fields, ({ response, timeConsuming, ...others }) => {
    const padded = response + ' '.repeat(500)
    const one = entry({ ...others, timeConsuming, response: padded, method: 'POST', api: 'https://a.example/orders/42' })
    const said = (of: ListedEntry) => ({
      row: rowFactsOf(of),
      figures: requestFiguresOf(of),
      repeatable: repeatableOf(of),
      kind: factsOf(of).kind,
      operation: factsOf(of).operation,
      code: factsOf(of).code
    })
    const before = said({ ...one })
    const light: ListedEntry = one
    const budget = budgetOf(0)
    budget.add({ ...light, timeConsuming: 1 })
    budget.add(Object.assign(light, { id: 'light' }))
    budget.add(long())
    if (timeConsuming > 0 && isWhole(light)) throw new Error('it was not let go')
    t.same(said({ ...light }), before)
  }))
})

t.test('a device with little memory has a smaller budget', async t => {
  t.equal(defaultBudget({ deviceMemory: 0.5 }), 2_000_000)
  t.equal(defaultBudget({ deviceMemory: 8 }), defaultBudget({}))
  t.equal(defaultBudget({ deviceMemory: 16 }), 64_000_000, 'searching texts that were dropped takes half a second')
})
