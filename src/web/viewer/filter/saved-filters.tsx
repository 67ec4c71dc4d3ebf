// The button for filters with names.
import { Popover } from '../kit/popover.js'
import { lazy } from '../kit/lazy.js'
import { usePage } from '../context.js'

const Panel = lazy(async () => (await import('./saved-filters-panel.js')).SavedFiltersPanel)

export function SavedFilters () {
  const { words } = usePage()
  return <Popover name={words.filter.saved} icon={STAR}>{close => <Panel close={close} />}</Popover>
}

const STAR = <svg viewBox='0 0 16 16' aria-hidden='true'><path fill='none' stroke='currentColor' stroke-width='1.3' stroke-linejoin='round' d='m8 2.3 1.7 3.6 4 .5-2.9 2.7.7 3.9L8 11.1 4.5 13l.7-3.9-2.9-2.7 4-.5Z' /></svg>
