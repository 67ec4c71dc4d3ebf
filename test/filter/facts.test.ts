// The facts of an entry are computed once for each entry object; a copy of the object gets facts of its own.
import t from 'tap'
import { responseBodyOf } from '../../src/exchange/body.js'
import type { ListedEntry } from '../../src/exchange/held.js'
import { kindOf } from '../../src/exchange/kind.js'
import { factsOf, keptFactsOf } from '../../src/filter/facts.js'
import { entryWith } from '../exchange/entry.js'

const JSON_REPLY = { response: '{"code":7}', responseHeader: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n' }

t.test('the facts of an object are found once; a copy has its own', async t => {
  const entry = entryWith(JSON_REPLY)
  t.equal(factsOf(entry), factsOf(entry))
  const copy = { ...entry, response: '<html></html>', responseHeader: '' }
  t.equal(factsOf(copy).kind, 'html')
  t.equal(factsOf(entry).kind, 'json')
  t.not(factsOf(structuredClone(entry)), factsOf(entry))
})

t.test('an entry looks the same with facts as without: in its fields, in JSON, and frozen', async t => {
  const [entry, frozen] = [entryWith(JSON_REPLY), Object.freeze(entryWith(JSON_REPLY))]
  const [keys, text] = [Reflect.ownKeys(entry), JSON.stringify(entry)]
  t.equal(factsOf(entry).code, '7')
  t.same([Reflect.ownKeys(entry), JSON.stringify(entry)], [keys, text])
  t.equal(factsOf(frozen).code, '7')
})

t.test('kind and body are those of the response, also after the long texts were dropped', async t => {
  for (const response of ['{"a":1}', '<html></html>', 'data:image/png;base64,AAAA', '', 'ü']) {
    const entry = entryWith({ response, responseHeader: 'Content-Type: application/octet-stream\r\n', request: 'a=b' })
    const { mediaType, size } = responseBodyOf(entry)
    const { originalResponse: _, ...others } = entry
    const light: ListedEntry = {
      ...others, keptFacts: keptFactsOf(entry), request: undefined, response: undefined, pageParams: undefined, storage: undefined
    }
    for (const facts of [factsOf(entry), factsOf(light)]) {
      t.same([facts.kind, facts.body], [kindOf(entry), { mediaType, size }], response)
    }
  }
})
