// The way to the comparison, for those who do not look among the tabs.
import type { Held } from '../../../exchange/held.js'
import { Icon } from '../kit/icons.js'
import { usePage } from '../context.js'
import { openFor } from '../model/compare/choose.js'

export function CompareButton ({ entry }: { entry: Held }) {
  const page = usePage()
  const { words: { compare: words } } = page
  return (
    <button type='button' class='button icon compare-button' aria-label={words.openNamed} title={`${words.openNamed} (d)`} onClick={() => openFor(page, entry)}><Icon name='compare' /></button>
  )
}
