// Reading dropped long texts again: those of one entry, of a few entries in their order, and of many entries by one list request. Also
// covers entries that were deleted or changed meanwhile, and a service that refuses or cannot be reached.
import t from 'tap'
import { isWhole, type ListedEntry, type LightEntry } from '../../../../src/exchange/held.js'
import { keptFactsOf } from '../../../../src/filter/facts.js'
import type { Entry } from '../../../../src/schema/entry.js'
import { Refused, type AskOptions } from '../../../../src/web/viewer/model/session/api.js'
import { Gone, ReadingAgain } from '../../../../src/web/viewer/model/session/reading-again.js'
import { entry } from '../filter/entries.js'

/** `stored`: the entries of the service; `isLight`: the page holds this one without its texts. */
function house (stored: Entry[], isLight: (n: number) => boolean = () => true) {
  const held: ListedEntry[] = stored.map((entry, n) => isLight(n) ? lightOf(entry) : { ...entry })
  const asked: string[] = []
  const filled: LightEntry[] = []
  let refused = 0
  const answer = (path: string, { query }: AskOptions = {}): unknown => {
    const id = path.split('/')[2]
    if (id === undefined) return query?.fields ? stored.map(({ id }) => ({ id })) : stored
    const found = stored.find(entry => entry.id === id)
    if (!found) throw new Refused('Not found', 404)
    return found
  }
  const api = {
    ask: async (_: string, path: string, __?: unknown, options?: AskOptions): Promise<Response> => {
      asked.push(path)
      const body = answer(path, options)
      return await Promise.resolve(
        new Response(options?.headers ? (body as Entry[]).map(entry => `${JSON.stringify(entry)}\n`).join('') : JSON.stringify(body))
      )
    }
  }
  const reading = new ReadingAgain({ api, onRead: entry => filled.push(entry), known: () => held, onRefused: () => { refused++ } })
  return { held, asked, filled, reading, api, refused: () => refused }
}

function lightOf (entry: Entry): LightEntry {
  const dropped = { request: undefined, response: undefined, pageParams: undefined, storage: undefined, originalResponse: undefined }
  return { ...entry, keptFacts: keptFactsOf(entry), ...dropped }
}

async function all (entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

const some = (count: number) => Array.from({ length: count }, (_, n) => entry({ response: `body ${n}` }))

t.test('a whole entry is copied; the texts of a light one are requested once, even by concurrent readers', async t => {
  const stored = some(2)
  const { held, asked, filled, reading } = house(stored, n => n === 1)
  t.not(await reading.whole(held[0]!), held[0])
  t.same(await Promise.all([reading.whole(held[1]!), reading.whole(held[1]!), reading.whole(held[0]!)]), [stored[1], stored[1], stored[0]])
  t.same(asked, [`capture/entries/${stored[1]!.id}`])
  t.same(filled, [held[1]])
})

t.test('texts that changed in the service are returned, but not filled into the entry of the page', async t => {
  const stored = some(1)
  const { held, filled, reading } = house(stored)
  stored[0] = { ...stored[0]!, response: 'another body' }
  t.equal((await reading.whole(held[0]!)).response, 'another body')
  t.same(filled, [])
})

t.test('a deleted entry is reported as gone, a refusal rejects; a 401 asks for a token', async t => {
  const stored = some(3)
  const { held, reading, api, refused } = house(stored)
  stored.splice(1, 1)
  t.type(await reading.whole(held[1]!).catch((error: unknown) => error), Gone)
  const gone: ListedEntry[] = []
  t.same((await all(reading.wholes(held, entry => gone.push(entry)))).map(({ response }) => response), ['body 0', 'body 2'])
  t.same(gone, [held[1]])
  api.ask = async () => await Promise.reject(new Refused('A token, please', 401))
  await t.rejects(reading.whole(held[0]!), { message: 'A token, please' })
  t.equal(refused(), 1)
  await t.rejects(all(reading.wholes(held)), { message: 'A token, please' })
})

t.test('a few entries are read in the order in which they were requested', async t => {
  const stored = some(10)
  const { held, reading } = house(stored, n => n % 3 > 0)
  t.same(await all(reading.wholes(held.toReversed())), stored.toReversed())
})

t.test('many entries are read with one list request, in order of arrival; deleted ones are reported', async t => {
  const stored = some(100)
  const { held, asked, reading } = house(stored, n => n !== 50)
  const wanted = held.filter((_, n) => n % 2 === 0)
  // Another object of the same entry, as a paused list has it.
  wanted[10] = { ...wanted[10]! }
  stored.splice(20, 1)
  stored.splice(0, 1)
  const gone: ListedEntry[] = []
  const read = await all(reading.wholes(wanted.toReversed(), entry => gone.push(entry)))
  t.same(read.map(({ response }) => response),
    wanted.map((_, n) => `body ${n * 2}`).filter(body => body !== 'body 0' && body !== 'body 20'))
  t.equal(gone.length, 2)
  t.same(asked, ['capture/entries'])
  t.ok(wanted.every(entry => entry === held[50] || !isWhole(entry)), 'no text is filled in')
})

t.test('return() ends the reading of many entries', async t => {
  const { held, reading } = house(some(100))
  const wholes = reading.wholes(held)
  t.match(await wholes.next(), { done: false, value: { response: 'body 0' } })
  await wholes.return(undefined)
  t.match(await wholes.next(), { done: true })
})

t.test('idsOf() requests the ids of the entries that match a filter', async t => {
  const stored = some(2)
  const { reading } = house(stored)
  t.same([...await reading.idsOf('kettle', new AbortController().signal)], stored.map(({ id }) => id))
})

t.test('a filter that the service refuses is applied in the page', async t => {
  const stored = some(30)
  const { held, reading, api } = house(stored)
  const { ask } = api
  api.ask = async (method, path, body, options) => {
    if (options?.query) throw new Refused('too long', 400)
    return await ask(method, path, body, options)
  }
  t.same([...await reading.idsOf('response:"body 2"', new AbortController().signal)],
    [2, ...Array.from({ length: 10 }, (_, n) => 20 + n)].map(n => held[n]!.id))
  await t.rejects(reading.idsOf('x', AbortSignal.abort()), { name: 'AbortError' })
})
