// Filters on entries whose long texts were dropped: a filter that gets the matches in these texts from elsewhere has the same result as
// with the texts themselves.
import t from 'tap'
import fc from 'fast-check'
import type { ListedEntry, KeptFacts, WholeEntry } from '../../src/exchange/held.js'
import { keptFactsOf } from '../../src/filter/facts.js'
import { longTextTerms } from '../../src/filter/long-texts.js'
import { matcher } from '../../src/filter/matcher.js'
import { parse } from '../../src/filter/parse.js'
import { entryWith } from '../exchange/entry.js'

function lightOf (entry: WholeEntry): ListedEntry {
  const { originalResponse: _, ...others } = entry
  return { ...others, keptFacts: keptFactsOf(entry), request: undefined, response: undefined, pageParams: undefined, storage: undefined }
}

t.test('lists the terms that search long texts, each value once', async t => {
  t.same(longTextTerms(parse('kettle status:200 -body:a,b (path:/x OR json:a.b=1) request:c kettle is:error header:x')),
    ['kettle', 'body:a', 'body:b', 'json:a.b=1', 'request:c'])
  t.same(longTextTerms(parse('host:a kind:json size:>1k code:0 note:x mark:red')), [])
})

t.test('without the long texts, a filter matches the same entries, given the matches found elsewhere', async () => {
  const term = fc.constantFrom(
    'kettle', 'body:kettle', 'request:a', 'response:=""', 'storage:dark', 'params:tab', 'json:id=42', 'status:200', 'size:>10', 'kind:json',
    'code:1001', 'is:error', 'path:/orders', 'mime-type:json', 'host:shop', 'response:/ket+le/'
  )
  const query = fc.array(fc.tuple(fc.boolean(), fc.array(term, { minLength: 1, maxLength: 3 })), { minLength: 1, maxLength: 3 })
    .map(parts => parts.map(([isNot, terms]) => `${isNot ? '-' : ''}(${terms.join(' OR ')})`).join(' '))
  const entries = [
    entryWith({
      api: 'https://shop.example/orders/42',
      response: '{"code":1001,"id":42,"a":"kettle"}',
      responseHeader: 'HTTP/1.1 200 OK',
      storage: '{"theme":"dark"}',
      timeConsuming: 5
    }),
    entryWith({ api: '/kettle', request: 'a=1', pageParams: '{"tab":"x"}', timeConsuming: 3 }),
    entryWith({ response: 'data:image/png;base64,kettle==', timeConsuming: 3 })
  ]
  fc.assert(fc.property(query, fc.constantFrom(...entries), (text, entry) => {
    const [light, query] = [lightOf(entry), parse(text)]
    const asked: string[] = []
    const there = (term: string) => matcher(parse(term), { nowMs: 0 })(entry)
    const matches = matcher(query, { nowMs: 0, regexMatches: there, lightMatches: term => { asked.push(term); return there(term) } })
    if (matches(light) !== matcher(query, { nowMs: 0 })(entry)) throw new Error('it matches otherwise')
    if (asked.some(term => !longTextTerms(query).includes(term))) throw new Error(`asked for ${asked.join()}`)
    if (matches(entry) !== matches(light)) throw new Error('a whole one is not looked at itself')
  }))
})

t.test('a dropped text is never treated as empty', async t => {
  const light = lightOf(entryWith({ response: 'kettle' }))
  for (const text of ['pan', 'body:pan', '-response:kettle', 'json:a', 'storage:x', 'params:x', 'request:=""']) {
    t.throws(() => matcher(parse(text), { nowMs: 0 })(light), /is no longer in memory/, text)
  }
  t.equal(matcher(parse('status:200'), { nowMs: 0 })(light), false)
  t.match(light.keptFacts, { lengths: { response: 6 } } satisfies Partial<Record<keyof KeptFacts, unknown>>)
})
