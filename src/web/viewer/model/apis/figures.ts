// The content of each row of the table of APIs. If nothing in a row has changed, its content is the same object as before, so that the row
// is not rendered again.
import type { ApiGroup } from '../../../../summary/api-group.js'

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

export class FigureCache {
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
