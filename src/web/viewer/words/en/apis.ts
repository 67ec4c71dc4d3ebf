// The English words of apis/. `keys` is empty: shortcuts.ts describes the only shortcut of that folder, `list.apis`.
import { countText } from '../../../../text/count.js'
import type { ApiColumn } from '../../model/apis/api-columns.js'
import type { Grouping } from '../../model/apis/grouping.js'

const columns: Record<ApiColumn, string> = {
  api: 'API', count: 'Count', errors: 'Errors', repeats: 'Repeats', p50: 'p50', p95: 'p95', bytes: 'Bytes', last: 'Last', times: 'Times'
}
const meanings: Record<ApiColumn, string> = {
  api: 'Method, host and path; each * stands for an id',
  count: 'Requests',
  errors: 'Errors',
  repeats: 'Duplicates within a second, and bursts of requests that differ only in their ids (N+1)',
  p50: 'Half of the requests took this long or less',
  p95: '95 of 100 requests took this long or less',
  bytes: 'Bytes of all responses',
  last: 'When the last one started',
  times: 'Durations of the newest requests; click to sort by total time (p50 × count)'
}

const by: Record<Grouping, string> = { api: 'API', host: 'Host', source: 'App' }

export const apis = {
  region: 'APIs',
  columns,
  meanings,
  groupedBy: 'Grouped by',
  by,
  /** The row of the requests without a host or an app. */
  unknown: 'unknown',
  sort: 'Sorted by',
  worst: 'Errors, then requests',
  show: 'Show its requests',
  pending: (count: number) => `${countText(count)} pending`,
  duplicates: (count: string) => `duplicates: ${count}`,
  nPlusOne: (count: string) => `${count} N+1`,
  more: (count: number) => `Show more (${countText(count)})`,
  spark: (count: number, least: string, most: string, last: string) =>
    count === 1 ? `It took ${last}` : `The newest ${count} took ${least} to ${most}, the last ${last}`,
  keys: {}
}
