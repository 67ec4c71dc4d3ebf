// The parts of a GraphQL request: the query as readable text, the variables as they were sent.
import { addressOf, queryOf } from '../../../../exchange/address.js'
import type { Entry } from '../../../../schema/entry.js'
import { itemTexts } from '../../../../json/item-texts.js'
import { memberTexts } from '../../../../json/member-texts.js'
import { stringIn } from '../../../../json/scan.js'

export interface GraphqlPart {
  operationName: string
  query: string
  /** JSON, or empty. */
  variables: string
}

const MEMBER_NAMES = new Set(['query', 'operationName', 'variables'])
const MAX_PARTS = 100

/** A batch has several parts; an empty list if the request contains none of the known members. */
export function graphqlParts (entry: Entry): GraphqlPart[] {
  const { request } = entry
  if (/^\s*\[/.test(request)) return (itemTexts(request, MAX_PARTS) ?? []).map(partIn).filter(isFilled)
  if (/^\s*\{\s*"/.test(request)) return [partIn(request)].filter(isFilled)
  if (request !== '') return [{ operationName: '', query: request, variables: '' }]
  const values = new Map(queryOf(addressOf(entry).query).map(({ name, value }) => [name, value]))
  const valueOf = (name: string) => values.get(name) ?? ''
  return [{ operationName: valueOf('operationName'), query: valueOf('query'), variables: valueOf('variables') }].filter(isFilled)
}

function partIn (source: string): GraphqlPart {
  const texts = memberTexts(source, MEMBER_NAMES)
  const variables = texts.get('variables') ?? ''
  return {
    operationName: stringIn(texts.get('operationName')),
    query: stringIn(texts.get('query')),
    variables: variables === 'null' ? '' : variables
  }
}

function isFilled ({ query, operationName, variables }: GraphqlPart): boolean {
  return query !== '' || operationName !== '' || variables !== ''
}
