// The operation of a GraphQL request, from a JSON body (of a batch, the first operation), a query string, or a body that is the query
// itself.
import { memberTexts } from '../json/member-texts.js'
import { stringIn } from '../json/scan.js'
import type { Entry } from '../schema/entry.js'
import { addressOf, queryOf } from './address.js'
import { requestBodyOf } from './body.js'
import { operationsIn, type GraphqlOperation } from './graphql-operations.js'

/** Undefined if the request is not GraphQL. The name is empty if the operation has none. */
export function graphqlOperationOf (entry: Entry): GraphqlOperation | undefined {
  const request = graphqlRequestOf(entry)
  return request && operationOf(request)
}

interface GraphqlRequest { query: string, operationName: string, isPersisted: boolean }

const KEYS = ['query', 'operationName', 'extensions']
const KEY_SET = new Set(KEYS)

function graphqlRequestOf (entry: Entry): GraphqlRequest | undefined {
  const { request } = entry
  if (/^\s*[[{]/.test(request) && /"(?:query|operationName)"/.test(request)) return requestInJson(request)
  if (request === '') return requestInAddress(entry)
  return requestBodyOf(entry).mediaType === 'application/graphql' ? { query: request, operationName: '', isPersisted: false } : undefined
}

function requestInJson (request: string): GraphqlRequest {
  const texts = memberTexts(request, KEY_SET)
  const [query, operationName] = KEYS.map(key => stringIn(texts.get(key)))
  return { query: query ?? '', operationName: operationName ?? '', isPersisted: isPersisted(texts.get('extensions')) }
}

function requestInAddress (entry: Entry): GraphqlRequest | undefined {
  const { query } = addressOf(entry)
  if (!/[?&](?:query|operationName)=/.test(query)) return undefined
  const values = new Map(queryOf(query).map(({ name, value }) => [name, value]))
  return {
    query: values.get('query') ?? '', operationName: values.get('operationName') ?? '', isPersisted: isPersisted(values.get('extensions'))
  }
}

// A persisted query is sent only as its hash; by convention, it is a query.
function operationOf ({ query, operationName, isPersisted }: GraphqlRequest): GraphqlOperation | undefined {
  const operations = operationsIn(query)
  const operation = operations.find(({ name }) => name === operationName) ?? operations[0]
  if (operation) return { kind: operation.kind, name: operationName || operation.name }
  return isPersisted ? { kind: 'query', name: operationName } : undefined
}

function isPersisted (extensions = ''): boolean {
  return extensions.includes('persistedQuery')
}
