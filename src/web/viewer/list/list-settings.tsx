// The button for columns and rows.

import { lazy } from '../kit/lazy.js'
import { usePage } from '../context.js'
import { Opener } from '../kit/popover.js'

const Panel = lazy(async () => (await import('./list-settings-panel.js')).ListSettingsPanel)

export function ListSettings () {
  const { words } = usePage()
  return <Opener role='dialog' align='end' name={words.list.settings} icon={COLUMNS}>{() => <Panel />}</Opener>
}

const COLUMNS = <svg viewBox='0 0 16 16' aria-hidden='true'><path fill='none' stroke='currentColor' stroke-width='1.4' d='M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9' /></svg>
