// The last good one of a request that failed, as others arrive and as somebody says what a success is.
import { useComputed } from '@preact/signals'
import type { Held } from '../../../exchange/held.js'
import { usePage } from '../context.js'
import { lastGoodOf } from '../model/compare/last-good.js'

/** Undefined also where it did not fail. */
export function useLastGood (entry: Held): Held | undefined {
  const { codes, session } = usePage()
  return useComputed(() => codes.isError.value(entry) ? lastGoodOf(session.entries.value, entry, codes.isError.value) : undefined).value
}
