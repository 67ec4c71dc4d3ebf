// The list or the table of APIs, the detail, the elements above them, and how they share the room.
import { useEffect, useRef } from 'preact/hooks'
import { ApisSwitch, useMode } from '../apis/apis-switch.js'
import { usePage } from '../context.js'
import { Chips, Count } from '../filter/chips.js'
import { focusList } from '../kit/focus-list.js'
import { Icon } from '../kit/icons.js'
import { keys } from '../kit/keys.js'
import { lazy, usePreload } from '../kit/lazy.js'
import { Opener } from '../kit/popover.js'
import { List } from '../list/list.js'
import { Strip } from '../screenshots/strip.js'
import type { View } from '../model/view.js'
import type { Layout } from './frame.js'

const FilterHint = lazy(async () => (await import('../filter/hint.js')).FilterHint)
const later = async () => await import('./later.js')
const Apis = lazy(async () => (await later()).Apis)
const ListSettings = lazy(async () => (await import('../list/list-settings.js')).ListSettings)
const Detail = lazy(async () => (await later()).Detail)
const EntryKeys = lazy(async () => (await later()).EntryKeys)
const Totals = lazy(async () => (await later()).Totals)

export function Watching ({ layout }: { layout: Layout }) {
  const page = usePage()
  const { session, view, words } = page
  const open = view.selected.value !== undefined
  const alone = open && layout === 'full'
  // The list is loaded first, then the other parts.
  const isLive = session.state.value.name === 'live'
  const setMode = useMode()
  useEffect(() => keys.on('Escape', 'page.back', () => back(view, setMode)), [view])
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body) focusList()
    wasOpen.current = open
  }, [open])
  usePreload(isLive, [Detail, Apis, { preload: async () => (await later()).apisOf(page) }])
  const wasLive = useRef(false)
  wasLive.current ||= isLive
  const totals = <section class='totals' aria-label={words.filter.totals}><Count />{wasLive.current && <Totals />}</section>
  return (
    <>
      {!alone && (
        <>
          <Chips>
            {layout === 'full' && totals}
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
      {layout !== 'full' && totals}
      {wasLive.current && <EntryKeys />}
    </>
  )
}

// One step: from the detail to what is beside it, from the APIs to the list, from a time range to all times.
function back (view: View, setMode: ReturnType<typeof useMode>): boolean {
  if (view.selected.peek() !== undefined) view.selected.value = undefined
  else if (view.mode.peek() === 'apis') setMode('list')
  else if (view.range.peek()) view.range.value = undefined
  else return false
  return true
}
