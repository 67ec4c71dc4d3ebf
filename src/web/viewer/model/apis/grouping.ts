// How the table of APIs groups requests: a row stands for an API, for a host, or for the app that sent the requests.
import type { ListedEntry } from '../../../../exchange/held.js'
import type { KeyName } from '../../../../filter/keys.js'
import { all, type KeyTerm, type Query } from '../../../../filter/query.js'
import type { RequestFigures } from '../../../../summary/request-figures.js'
import { notThis, onlyThis } from '../filter/edit.js'

export const GROUPINGS = ['api', 'host', 'source'] as const
export type Grouping = typeof GROUPINGS[number]

export function isGrouping (value: unknown): value is Grouping {
  return GROUPINGS.some(grouping => grouping === value)
}

/**
 * What the requests of a row have in common. For a host or a source, `path` is its name: as `host`, ApiTable would join the requests that
 * have none with others.
 */
export type GroupName = Pick<RequestFigures, 'method' | 'host' | 'path'>

export function groupOf (by: Grouping, { method, host, path }: GroupName, { source = '' }: Pick<ListedEntry, 'source'>): GroupName {
  switch (by) {
    case 'api': return { method, host, path }
    case 'host': return { method: '', host: '', path: host }
    case 'source': return { method: '', host: '', path: source }
  }
}

/** Changes the filter to show the requests of one row only. Other terms of the filter stay. */
export function onlyGroup (by: Grouping, query: Query, row: GroupName, rows: readonly GroupName[]): Query {
  switch (by) {
    case 'api': return onlyApi(query, row, rows)
    default: return onlyValue(query, by, row.path)
  }
}

/** `rows`: the filter names the host only if another host has the same method and path. */
export function onlyApi (query: Query, api: GroupName, rows: readonly GroupName[]): Query {
  const isAmbiguous = rows.some(({ method, host, path }) => method === api.method && path === api.path && host !== api.host)
  const ofAny = onlyThis(onlyThis(query, whole('method', api.method)), whole('api', api.path))
  return isAmbiguous ? onlyValue(ofAny, 'host', api.host) : ofAny
}

/** An empty text: the requests without a value. */
function onlyValue (query: Query, key: KeyName, text: string): Query {
  if (text !== '') return onlyThis(query, whole(key, text))
  const any: KeyTerm = { type: 'key', key, values: [{ type: 'word', text: '*', exact: false }] }
  return notThis(without(query, key), any)
}

function whole (key: KeyName, text: string): KeyTerm {
  return { type: 'key', key, values: [{ type: 'word', text, exact: true }] }
}

function without (query: Query, key: KeyName): Query {
  const parts = query.type === 'all' ? query.of : [query]
  return all(parts.filter(part => part.type !== 'key' || part.key !== key))
}
