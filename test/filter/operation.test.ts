// The key `operation:`, by examples.
import t from 'tap'
import { matcher } from '../../src/filter/matcher.js'
import { parse } from '../../src/filter/parse.js'
import type { Entry } from '../../src/schema/entry.js'
import { entryWith } from '../exchange/entry.js'

const matches = (filter: string, entry: Partial<Entry>) => matcher(parse(filter), { nowMs: 0 })(entryWith(entry))

t.test('operation: finds GraphQL requests by the name or the kind of their operation', t => {
  const post = (query: string, operationName?: string) => ({ request: JSON.stringify({ query, operationName }) })
  const create = post('mutation CreateOrder($id: ID!) { create(id: $id) { id } }')
  for (const [filter, entry, expected] of [
    ['operation:order', create, true], ['operation:=CreateOrder', create, true], ['operation:=Create', create, false],
    ['operation:Create*', create, true], ['operation:Get*', create, false], ['operation:*', create, true],
    ['operation:mutation', create, true], ['operation:query', create, false], ['operation:query', post('{ shop }'), true],
    ['operation:B', post('query A { a } query B { b }', 'B'), true], ['operation:A', { api: '/?query=query+A+%7Ba%7D' }, true],
    ['operation:*', { request: '{"name":"CreateOrder"}' }, false]
  ] as const) t.equal(matches(filter, entry), expected, `${filter} ${JSON.stringify(entry)}`)
  t.end()
})
