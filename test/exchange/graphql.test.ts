import t from 'tap'
import { graphqlOperationOf } from '../../src/exchange/graphql.js'
import { operationsIn } from '../../src/exchange/graphql-operations.js'
import { entryWith } from './entry.js'

const posted = (json: unknown) => graphqlOperationOf(entryWith({ method: 'POST', request: JSON.stringify(json) }))
const asked = (api: string) => graphqlOperationOf(entryWith({ api }))

t.test('the operation of a posted query is the named one, or the first', async t => {
  const query = 'fragment F on X { y } query A($a: I = {b: [1]}) @d(if: true) { mutation } mutation B { c }'
  t.same(posted({ query, operationName: 'B' }), { kind: 'mutation', name: 'B' })
  t.same(posted({ query, operationName: null }), { kind: 'query', name: 'A' })
  t.same(posted({ query: '# query No {}\n{ user(name: "{") { id } }' }), { kind: 'query', name: '' })
  t.same(posted({ query: 'subscription($a: Int) { b }' }), { kind: 'subscription', name: '' })
  t.same(posted([{ query: 'query First { a }' }, { query: 'query Second { a }' }]), { kind: 'query', name: 'First' })
})

t.test('finds queries in an address, in a body of type application/graphql, and by persisted hash', async t => {
  t.same(asked('/graphql?query=query%20A%7Ba%7D&operationName=A'), { kind: 'query', name: 'A' })
  t.same(asked('/graphql?operationName=A&extensions=%7B%22persistedQuery%22:%7B%7D%7D'), { kind: 'query', name: 'A' })
  t.same(posted({ operationName: 'A', extensions: { persistedQuery: { sha256Hash: 'x' } } }), { kind: 'query', name: 'A' })
  t.same(graphqlOperationOf(entryWith({ request: 'mutation M { a }', requestHeader: 'Content-Type: application/graphql' })),
    { kind: 'mutation', name: 'M' })
})

t.test('returns undefined for requests that are not GraphQL', async t => {
  for (const json of [
    { query: 'shoes' }, { query: { match: {} } }, { query: '{"a":1}' }, { query: '{{name}}' }, { query: 'select {x}' },
    { operationName: 'A' }, { a: 'query' }, {}
  ]) {
    t.equal(posted(json), undefined, JSON.stringify(json))
  }
  t.equal(asked('/search?query=shoes'), undefined)
  t.equal(graphqlOperationOf(entryWith({ request: 'query A { a }' })), undefined)
})

t.test('finds the operations of a truncated query, and none within strings', async t => {
  t.same(operationsIn('query A { b(c: "'), [{ kind: 'query', name: 'A' }])
  t.same(operationsIn('query A { b(c: """ \\""" } mutation M { """) } query B { c }').map(({ name }) => name), ['A', 'B'])
})
