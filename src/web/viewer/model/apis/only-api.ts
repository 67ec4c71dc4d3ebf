// The filter that leaves the requests of one API. What else is typed stays.
import { all, type KeyTerm, type Query } from '../../../../filter/query.js'
import { notThis, onlyThis } from '../filter/edit.js'
import type { KeyName } from '../../../../filter/keys.js'
import type { ApiFigures } from './figures.js'

type Named = Pick<ApiFigures, 'method' | 'host' | 'path'>

/** `rows`: the host is told where the same is asked of another one. */
export function onlyApi (query: Query, api: Named, rows: readonly Named[]): Query {
  const isAmbiguous = rows.some(({ method, host, path }) => method === api.method && path === api.path && host !== api.host)
  const ofAny = onlyThis(onlyThis(query, whole('method', api.method)), whole('api', api.path))
  if (!isAmbiguous) return ofAny
  const anyHost: KeyTerm = { type: 'key', key: 'host', values: [{ type: 'word', text: '*', exact: false }] }
  return api.host === '' ? notThis(withoutHost(ofAny), anyHost) : onlyThis(ofAny, whole('host', api.host))
}

function whole (key: KeyName, text: string): KeyTerm {
  return { type: 'key', key, values: [{ type: 'word', text, exact: true }] }
}

function withoutHost (query: Query): Query {
  const parts = query.type === 'all' ? query.of : [query]
  return all(parts.filter(part => part.type !== 'key' || part.key !== 'host'))
}
