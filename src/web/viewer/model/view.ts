// What is shown of a session, and the address that says so: `/?sessionId=..&filter=..&view=apis&codes=..#e=<id>&t=<tab>&p=<json
// path>&c=<id>`. The address follows the view and the browser's Back and Forward lead it; only a selection makes a step of history.
import { batch, effect, signal, type Signal } from '@preact/signals'
import type { Held } from '../../../exchange/held.js'

export const TABS = ['overview', 'request', 'response', 'storage', 'compare'] as const
export type Tab = typeof TABS[number]

/** With what one entry is compared: another of this session, or of the session that it names. */
export interface ComparedWith {
  /** The entry that is compared; for another one this means nothing. */
  of: string
  id: string
  session: string | undefined
}

/** What stands in the list's place. */
export const MODES = ['list', 'apis'] as const
export type Mode = typeof MODES[number]

export interface View {
  readonly mode: Signal<Mode>
  readonly filter: Signal<string>
  /** What somebody has said of codes that the session has, as said-codes.ts writes it. */
  readonly codes: Signal<string>
  /** The id of an entry. */
  readonly selected: Signal<string | undefined>
  readonly tab: Signal<Tab>
  /** A JSON path within the body. */
  readonly path: Signal<string | undefined>
  readonly compared: Signal<ComparedWith | undefined>
  /** The entry that somebody is about to send again; no part of the address. */
  readonly resending: Signal<Held | undefined>
  /** Chosen in the time strip. */
  readonly range: Signal<{ fromMs: number, toMs: number } | undefined>
}

// Browsers refuse an address that changes with every key.
const CALM_MS = 200

export interface Place {
  location: Pick<Location, 'pathname' | 'search' | 'hash'>
  history: Pick<History, 'replaceState' | 'pushState'>
  addEventListener (type: 'popstate' | 'hashchange', listener: () => void): void
}

/** `initialTab`: where the address names none. `initialMode`: where the address says nothing of what is to be seen. */
export function createView (place: Place, sessionId: string, initialTab: Tab, initialMode: Mode = 'list'): View {
  const view: View = {
    mode: signal('list'),
    filter: signal(''),
    codes: signal(''),
    selected: signal(undefined),
    tab: signal(initialTab),
    path: signal(undefined),
    compared: signal(undefined),
    resending: signal(undefined),
    range: signal(undefined)
  }
  batch(() => { read(view, place) })
  if (view.filter.peek() === '' && view.selected.peek() === undefined && view.mode.peek() === 'list') view.mode.value = initialMode
  let shown = view.selected.peek()
  let timer: ReturnType<typeof setTimeout> | undefined
  const replace = () => { place.history.replaceState(null, '', addressOf(view, place, sessionId)) }
  effect(() => {
    const address = addressOf(view, place, sessionId)
    const [before, selected] = [shown, view.selected.value]
    clearTimeout(timer)
    shown = selected
    if (address === pathOf(place)) return
    // Back leads from an entry to the list, not through all that was looked at.
    if (selected !== undefined && before === undefined) place.history.pushState(null, '', address)
    // At once, so that opening another one is a step from the list.
    else if (selected === undefined && before !== undefined) replace()
    else timer = setTimeout(replace, CALM_MS)
  })
  if (addressOf(view, place, sessionId) !== pathOf(place)) replace()
  const follow = () => { batch(() => { read(view, place) }) }
  place.addEventListener('popstate', follow)
  place.addEventListener('hashchange', follow)
  return view
}

function pathOf ({ location }: Place): string {
  return `${location.pathname}${location.search}${location.hash}`
}

/** The path and what follows it, for a link to what is seen. */
export function addressOf (view: View, place: Pick<Place, 'location'>, sessionId: string): string {
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

function read (view: View, { location }: Place): void {
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
