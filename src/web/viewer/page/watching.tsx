// The list or the table of APIs, the detail, the elements above them, and how they share the room.
import { useEffect } from 'preact/hooks'
import { ApisSwitch } from '../apis/apis-switch.js'
import { usePage } from '../context.js'
import { Chips } from '../filter/chips.js'
import { Icon } from '../kit/icons.js'
import { keys } from '../kit/keys.js'
import { lazy } from '../kit/lazy.js'
import { Opener } from '../kit/popover.js'
import { List } from '../list/list.js'
import { Strip } from '../screenshots/strip.js'
import type { Layout } from './frame.js'

const FilterHint = lazy(async () => (await import('../filter/hint.js')).FilterHint)
const Apis = lazy(async () => (await import('../apis/apis.js')).Apis)
const ListSettings = lazy(async () => (await import('../list/list-settings.js')).ListSettings)
const Detail = lazy(async () => (await import('../detail/detail.js')).Detail)

export function Watching ({ layout }: { layout: Layout }) {
  const { session, view, words } = usePage()
  const open = view.selected.value !== undefined
  const alone = open && layout === 'full'
  // The list is loaded first, then the other parts.
  const isLive = session.state.value.name === 'live'
  useEffect(() => open ? keys.on('Escape', 'page.back', () => { view.selected.value = undefined }) : undefined, [open, view])
  useEffect(() => { if (isLive) whenIdle(() => { for (const part of [Detail, Apis]) part.preload().catch(() => {}) }) }, [isLive])
  return (
    <>
      {!alone && (
        <>
          <Chips>
            <ApisSwitch />
            <Opener role='dialog' align='end' name={words.list.settings} icon={<Icon name='columns' />}>{() => <ListSettings />}</Opener>
          </Chips>
          {view.filter.value !== '' && <FilterHint />}
          <Strip />
        </>
      )}
      <main class={`shell-main ${layout} ${open ? 'open' : ''}`}>
        <div class='shell-list'>{view.mode.value === 'apis' ? <Apis /> : <List />}</div>
        {open && <div class='shell-detail'><Detail /></div>}
      </main>
    </>
  )
}

// Some browsers have no `requestIdleCallback`.
function whenIdle (run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 1000)
}
