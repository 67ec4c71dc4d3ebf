// The columns of the table of APIs, in their order, with the sort key and the initial sort direction of each.
import { worstFirst } from '../../../../summary/api-table.js'
import type { ApiFigures } from './figures.js'

export const API_COLUMNS = ['api', 'count', 'errors', 'repeats', 'p50', 'p95', 'bytes', 'last', 'times'] as const
export type ApiColumn = typeof API_COLUMNS[number]

export interface ApiSort {
  column: ApiColumn
  isDescending: boolean
}

const KEYS: Record<ApiColumn, (figures: ApiFigures) => string | number> = {
  api: ({ host, path, method }) => `${host}${path} ${method}`,
  count: ({ count }) => count,
  errors: ({ errors }) => errors,
  repeats: ({ duplicates, nPlusOne }) => duplicates + nPlusOne,
  p50: ({ p50 = -1 }) => p50,
  p95: ({ p95 = -1 }) => p95,
  bytes: ({ bytes }) => bytes,
  last: ({ lastMs }) => lastMs,
  // Roughly the total time of all requests.
  times: ({ p50 = 0, count }) => p50 * count
}

/** By default, sorts by most errors, then by most requests. Equal rows are sorted by name, so that they do not change places. */
export function sorted (rows: readonly ApiFigures[], sort: ApiSort | null): ApiFigures[] {
  if (!sort) return rows.toSorted((a, b) => worstFirst(a, b) || compare(KEYS.api(a), KEYS.api(b)))
  const [key, sign] = [KEYS[sort.column], sort.isDescending ? -1 : 1]
  return rows.toSorted((a, b) => sign * compare(key(a), key(b)) || compare(KEYS.api(a), KEYS.api(b)))
}

function compare (a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** Cycles through: greatest first, smallest first, no choice. The name column starts in alphabetical order instead. */
export function nextSort (now: ApiSort | null, column: ApiColumn): ApiSort | null {
  const isFirst = column !== 'api'
  if (now?.column !== column) return { column, isDescending: isFirst }
  return now.isDescending === isFirst ? { column, isDescending: !isFirst } : null
}

export function isApiSort (value: unknown): value is ApiSort | null {
  return value === null || (typeof value === 'object' && 'column' in value && API_COLUMNS.some(column => column === value.column) &&
    'isDescending' in value && typeof value.isDescending === 'boolean')
}
