// The content of each row of the table. If nothing in a row has changed, it stays the same object, so that the row is not rendered again.
import type { KeyName } from '../../../../filter/keys.js'
import { all, type KeyTerm, type Query } from '../../../../filter/query.js'
import type { ApiGroup } from '../../../../summary/api-group.js'
import { notThis, onlyThis } from '../filter/edit.js'

export interface ApiFigures {
  /** Unique among all rows. */
  name: string
  method: string
  host: string
  path: string
  count: number
  pending: number
  errors: number
  duplicates: number
  nPlusOne: number
  p50: number | undefined
  p95: number | undefined
  bytes: number
  lastMs: number
  /** The durations of the newest requests, in order of their start. */
  times: readonly { tookMs: number, isError: boolean }[]
}

export class Figures {
  readonly #known = new WeakMap<ApiGroup, { version: number, figures: ApiFigures }>()

  of (groups: readonly ApiGroup[]): ApiFigures[] {
    return groups.map(group => {
      const known = this.#known.get(group)
      if (known?.version === group.version) return known.figures
      const figures = read(group)
      this.#known.set(group, { version: group.version, figures })
      return figures
    })
  }
}

function read ({ method, host, path, count, pending, errors, duplicates, nPlusOne, bytes, lastMs, times, recent }: ApiGroup): ApiFigures {
  return {
    name: JSON.stringify([method, host, path]),
    method,
    host,
    path,
    count,
    pending,
    errors,
    duplicates,
    nPlusOne,
    p50: times.percentile(50),
    p95: times.percentile(95),
    bytes,
    lastMs,
    times: recent.flatMap(({ tookMs, isError }) => tookMs === undefined ? [] : [{ tookMs, isError }])
  }
}

type Named = Pick<ApiFigures, 'method' | 'host' | 'path'>

/**
 * Changes the filter to show the requests of one API only. Other terms of the filter stay. `rows`: the filter names the host only if
 * another host has the same method and path.
 */
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
