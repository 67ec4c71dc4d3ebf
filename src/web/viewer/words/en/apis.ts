// What apis/ says, in English. `keys`: its shortcut is one of list/.
import type { ApiColumn } from '../../model/apis/api-columns.js'

const columns: Record<ApiColumn, string> = {
  api: 'API', count: 'Count', errors: 'Errors', repeats: 'Repeats', p50: 'p50', p95: 'p95', bytes: 'Bytes', last: 'Last', times: 'Times'
}
const meanings: Record<ApiColumn, string> = {
  api: 'Method, host and path, in which ids are *',
  count: 'Requests',
  errors: 'Errors',
  repeats: 'Duplicates within a second, and bursts that differ in ids alone (N+1)',
  p50: 'Half of them took no longer',
  p95: '95 of 100 took no longer',
  bytes: 'Bytes of all responses',
  last: 'When the last one started',
  times: 'Time of all together; the line shows the newest'
}

export const apis = {
  region: 'APIs',
  columns,
  meanings,
  sort: 'Sorted by',
  worst: 'Errors, then requests',
  show: 'Show its requests',
  pending: (count: number) => `${count.toLocaleString('en')} pending`,
  duplicates: (count: string) => `${count} twice`,
  nPlusOne: (count: string) => `${count} N+1`,
  more: (count: number) => `Show more (${count.toLocaleString('en')})`,
  spark: (count: number, least: string, most: string, last: string) =>
    count === 1 ? `It took ${last}` : `The newest ${count} took ${least} to ${most}, the last ${last}`,
  keys: {}
}
