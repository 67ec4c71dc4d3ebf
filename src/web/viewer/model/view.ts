// The view: which part of a session the page shows, and the address for it:
// `/?sessionId=..&filter=..&view=apis&codes=..#e=<id>&t=<tab>&p=<json path>&c=<id>&cs=<session>`. The address follows the view, and Back
// and Forward in the browser change the view. Only opening an entry while none is open adds a step to the browser's history.
import { batch, effect, signal, type Signal } from '@preact/signals'
import type { ListedEntry } from '../../../exchange/held.js'
import type { Prefs } from './prefs.js'
import type { RulesOpen } from './rules/open.js'

export const TABS = ['overview', 'request', 'response', 'messages', 'storage', 'compare'] as const
export type Tab = typeof TABS[number]

/** The entry that another one is compared with, from this session or from the named session. */
export interface ComparedWith {
  /** The entry that is compared. For other entries, this object is ignored. */
  of: string
  id: string
  session: string | undefined
}

/** What the page shows in place of the list. */
const MODES = ['list', 'apis'] as const
export type Mode = typeof MODES[number]

export interface View {
  readonly mode: Signal<Mode>
  readonly filter: Signal<string>
  /** Whether the filter is being typed; not part of the address. */
  readonly isTyping: Signal<boolean>
  /** The application codes that people marked as success or failure, in the format of code-marks.ts. */
  readonly codes: Signal<string>
  /** The id of an entry. */
  readonly selected: Signal<string | undefined>
  readonly tab: Signal<Tab>
  /** A JSON path within the body. */
  readonly path: Signal<string | undefined>
  readonly compared: Signal<ComparedWith | undefined>
  /** The entry that the person is about to send again; not part of the address. */
  readonly resending: Signal<ListedEntry | undefined>
  /** Which part of the rules is open; not part of the address. */
  readonly rules: Signal<RulesOpen | undefined>
  /** The time range that was chosen in the time strip. */
  readonly range: Signal<{ fromMs: number, toMs: number } | undefined>
}

// Browsers reject address changes that come too often, as on every key press.
const ADDRESS_PAUSE_MS = 200

export interface AddressBar {
  location: Pick<Location, 'pathname' | 'search' | 'hash'>
  history: Pick<History, 'replaceState' | 'pushState'>
  addEventListener (type: 'popstate' | 'hashchange', listener: () => void): void
}

/** The tab that the person used last; at first the response, which is what most people open a request for. */
export function lastTab (prefs: Prefs): Signal<Tab> {
  return prefs.pref<Tab>('tab', 'response', (value): value is Tab => TABS.some(known => known === value))
}

/** `initialTab`: used if the address names no tab. */
export function createView (place: AddressBar, sessionId: string, initialTab: Tab): View {
  const view: View = {
    mode: signal('list'),
    filter: signal(''),
    isTyping: signal(false),
    codes: signal(''),
    selected: signal(undefined),
    tab: signal(initialTab),
    path: signal(undefined),
    compared: signal(undefined),
    resending: signal(undefined),
    rules: signal(undefined),
    range: signal(undefined)
  }
  batch(() => { read(view, place) })
  let shown = view.selected.peek()
  let timer: ReturnType<typeof setTimeout> | undefined
  const replace = () => { place.history.replaceState(null, '', addressOf(view, place, sessionId)) }
  effect(() => {
    const address = addressOf(view, place, sessionId)
    const [before, selected] = [shown, view.selected.value]
    clearTimeout(timer)
    shown = selected
    if (address === pathOf(place)) return
    // Back leads from an entry to the list, not through all entries that were opened.
    if (selected !== undefined && before === undefined) place.history.pushState(null, '', address)
    // Immediately, so that opening another entry adds a history entry after the list.
    else if (selected === undefined && before !== undefined) replace()
    else timer = setTimeout(replace, ADDRESS_PAUSE_MS)
  })
  if (addressOf(view, place, sessionId) !== pathOf(place)) replace()
  const follow = () => { batch(() => { read(view, place) }) }
  place.addEventListener('popstate', follow)
  place.addEventListener('hashchange', follow)
  return view
}

function pathOf ({ location }: AddressBar): string {
  return `${location.pathname}${location.search}${location.hash}`
}

/** The path, query and fragment, for a link to the current view. */
export function addressOf (view: View, place: Pick<AddressBar, 'location'>, sessionId: string): string {
  const query = new URLSearchParams({ sessionId })
  if (view.filter.value) query.set('filter', view.filter.value)
  if (view.mode.value !== 'list') query.set('view', view.mode.value)
  if (view.codes.value) query.set('codes', view.codes.value)
  const fragment = new URLSearchParams()
  if (view.selected.value !== undefined) {
    fragment.set('e', view.selected.value)
    fragment.set('t', view.tab.value)
    if (view.path.value !== undefined) fragment.set('p', view.path.value)
    const compared = view.compared.value
    if (compared?.of === view.selected.value) {
      fragment.set('c', compared.id)
      if (compared.session !== undefined) fragment.set('cs', compared.session)
    }
  }
  const hash = fragment.toString()
  return `${place.location.pathname}?${query.toString()}${hash && `#${hash}`}`
}

function read (view: View, { location }: AddressBar): void {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const tab = TABS.find(known => known === fragment.get('t'))
  const query = new URLSearchParams(location.search)
  view.mode.value = MODES.find(known => known === query.get('view')) ?? 'list'
  view.filter.value = query.get('filter') ?? ''
  view.codes.value = query.get('codes') ?? ''
  view.selected.value = fragment.get('e') ?? undefined
  if (tab) view.tab.value = tab
  view.path.value = fragment.get('p') ?? undefined
  const [of, id] = [fragment.get('e'), fragment.get('c')]
  view.compared.value = of !== null && id !== null ? { of, id, session: fragment.get('cs') ?? undefined } : undefined
}
