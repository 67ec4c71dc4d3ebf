// A button that opens the comparison, for people who do not look at the tabs; and a notice that a similar request succeeded.
import { useComputed } from '@preact/signals'
import type { ListedEntry } from '../../../exchange/held.js'
import { startMsOf } from '../../../exchange/outcome.js'
import { lastGoodOf } from '../../../summary/last-good.js'
import { usePage } from '../context.js'
import { LateIconButton } from '../kit/late-icons.js'
import { openFor, compareWith } from '../model/compare/choose.js'
import { clockOf } from '../text/moments.js'

export function CompareButton ({ entry }: { entry: ListedEntry }) {
  const page = usePage()
  const { words: { compare: words } } = page
  return (
    <LateIconButton
      icon='compare' name={words.openNamed} class='button icon compare-button' title={`${words.openNamed} (d)`}
      onClick={() => openFor(page, entry)}
    />
  )
}

/**
 * A successful request of the same method and path as this failed one: the last before it, else the first after it. It is undefined if
 * there is none, or if this one did not fail. Updated when entries arrive, and when a person marks codes.
 */
export function useLastGood (entry: ListedEntry): ListedEntry | undefined {
  const { codes, session } = usePage()
  return useComputed(() => codes.isError.value(entry) ? lastGoodOf(session.entries.value, entry, codes.codes.value) : undefined).value
}

// Reports that a similar request succeeded, and shows the differences with one click.
export function LastGoodNotice ({ entry }: { entry: ListedEntry }) {
  const page = usePage()
  const { words: { compare: words } } = page
  const good = useLastGood(entry)
  if (!good) return null
  return (
    <p class='notice last-good'>
      <span>{words.wentWell(clockOf(startMsOf(good)))}</span>
      <button type='button' class='button framed' onClick={() => compareWith(page, entry.id, good.id)}>{words.lastGood}</button>
    </p>
  )
}
