// The key `message:`: it searches the messages of an entry, or, if the entry comes without them, uses the matches that were found
// elsewhere.
import t from 'tap'
import { completions } from '../../src/filter/completions.js'
import { filter } from '../../src/filter/entry-filter.js'
import { faultSentence } from '../../src/filter/fault-sentence.js'
import { matcher } from '../../src/filter/matcher.js'
import { messageTerms } from '../../src/filter/message-terms.js'
import { parse } from '../../src/filter/parse.js'
import { matchFault } from '../../src/rules/match-fault.js'
import type { FullEntry } from '../../src/schema/entry.js'
import { entryWith } from '../exchange/entry.js'

const entry: FullEntry = {
  ...entryWith({ via: 'websocket' }),
  messageList: [
    { n: 1, at: 0, dir: 'in', kind: 'open', size: 0 },
    { n: 2, at: 1, dir: 'out', kind: 'text', size: 30, text: '{"item":"Kettle \\u8336","n":2}' },
    { n: 3, at: 2, dir: 'in', kind: 'event', size: 4, text: 'done', event: 'stock-changed' },
    { n: 4, at: 3, dir: 'in', kind: 'binary', size: 3, base64: 'ketl' }
  ]
}

const finds = (text: string) => matcher(parse(text), { nowMs: 0 })(entry)

t.test('finds a part of the text of a message, or of the name of its event', async t => {
  for (const text of ['message:kettle', 'message:茶', 'message:=done', 'message:stock-ch', 'message:none,DONE']) t.ok(finds(text), text)
  for (const text of ['message:ketl', 'message:=don', 'message:pan', '-message:kettle', 'kettle']) t.notOk(finds(text), text)
})

t.test('an entry without messages matches no term, not even an empty text', async t => {
  for (const text of ['message:x', 'message:=""', 'message:*']) t.notOk(matcher(parse(text), { nowMs: 0 })(entryWith({})), text)
})

t.test('if the messages are elsewhere, each term is asked for by itself', async t => {
  t.same(messageTerms(parse('message:a,b kettle -(message:c OR message:a) body:x')), ['message:a', 'message:b', 'message:c'])
  const asked: string[] = []
  const matches = matcher(parse('message:a,b -message:c'), { nowMs: 0, messageMatches: term => { asked.push(term); return term === 'message:b' } })
  t.ok(matches(entry))
  t.same(asked, ['message:a', 'message:b', 'message:c'])
})

t.test('a regular expression is not taken, and a filter says that it needs messages', async t => {
  const { faults, needsMessages } = filter('message:/ke+/')
  t.same(faults.map(fault => faultSentence(fault)), ['the key "message" does not take "/ke+/"; it takes values such as kettle'])
  t.notOk(needsMessages)
  t.ok(filter('path:/x -message:ok').needsMessages)
  t.ok(filter('message:kettle')(entry))
})

t.test('a rule refuses it by its name, because a request starts without messages', async t => {
  t.match(matchFault('path:/x message:a'), /^"message" is not known when a request starts; the filter of a rule may have only text/)
})

t.test('it is completed with its meaning, without values', async t => {
  t.same(completions('mess', 4, [entry]).items.map(({ text }) => text), ['message:'])
  t.same(completions('message:k', 9, [entry]).items, [])
})
