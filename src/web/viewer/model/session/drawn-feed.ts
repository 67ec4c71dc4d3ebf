// The data of `LiveFeed` as signals, which change at most once per frame, no matter how much arrives.
import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'
import type { Rules } from '../../../../schema/rule.js'
import type { Screenshot } from '../../../../schema/screenshot.js'
import type { FeedUpdate } from '../../../feed/feed-options.js'
import type { FeedState } from '../../../feed/feed-state.js'
import { LiveFeed } from '../../../feed/live-feed.js'
import type { Api } from './api.js'
import { ReadAhead } from './read-ahead.js'
import { TextBudget, type TextBudgetOptions } from './text-budget.js'

export interface DrawnFeed {
  readonly state: ReadonlySignal<FeedState>
  /** When it was last live; undefined while it is live, and if it never was. */
  readonly asOf: ReadonlySignal<number | undefined>
  readonly entries: ReadonlySignal<readonly ListedEntry[]>
  readonly screenshots: ReadonlySignal<readonly Screenshot[]>
  readonly rules: ReadonlySignal<RulesNews | undefined>
  /** While true, `entries` does not change. */
  readonly paused: Signal<boolean>
  readonly changesWhilePaused: ReadonlySignal<number>
  /** All entries that have arrived, rendered or not. */
  readonly known: () => readonly ListedEntry[]
  /** Whether the list of the session's entries is complete. */
  readonly isWhole: () => boolean
  readonly isAhead: (entry: ListedEntry) => boolean
  /** Whether this object is still the newest that the session has under its id. */
  readonly isCurrent: (entry: ListedEntry) => boolean
  readonly texts: TextBudget
  readonly reconnect: () => void
  readonly close: () => void
}

/** `now` is undefined if the rules may have changed unnoticed. */
export interface RulesNews { now: Rules | undefined }

/** While a long list arrives, rendering every part would take longer than the list itself. */
const LISTING_MS = 250

export function watchFeed (api: Api, isNew: boolean, budget: Omit<TextBudgetOptions, 'entries'>): DrawnFeed {
  const state = signal<FeedState>({ name: 'connecting' })
  const asOf = signal<number | undefined>(undefined)
  const entries = signal<readonly ListedEntry[]>([])
  const screenshots = signal<readonly Screenshot[]>([])
  const rules = signal<RulesNews | undefined>(undefined)
  const [paused, changesWhilePaused] = [signal(false), signal(0)]

  const frames = inFrames(() => {
    state.value = feed.state
    screenshots.value = [...feed.screenshots()]
    if (paused.peek()) return
    entries.value = known()
    changesWhilePaused.value = 0
  })
  const drawListing = () => entries.peek().length === 0 ? frames.request() : frames.requestWithin(LISTING_MS)
  const texts = new TextBudget({ ...budget, entries: () => feed.size })
  const ahead = new ReadAhead(isNew ? undefined : api, drawListing)
  const onState = (next: FeedState) => {
    const before = state.peek().name
    if (before === 'listing' && next.name === 'listing') return drawListing()
    if (before === 'live' && next.name !== 'live') asOf.value = Date.now()
    if (next.name === 'live') {
      asOf.value = undefined
      ahead.close()
    }
    state.value = next
  }
  const feed: LiveFeed = new LiveFeed({
    url: api.url,
    sessionId: api.sessionId,
    token: api.token,
    onState,
    onRules: now => { rules.value = { now } },
    onEntry: entry => texts.add(entry),
    onChange: change => {
      if (paused.peek()) changesWhilePaused.value++
      forget(change)
      if (change.type === 'listing') drawListing()
      else frames.request()
    }
  })
  const known = () => ahead.appended([...feed.entries()], id => feed.entry(id) !== undefined)
  const forget = (change: FeedUpdate) => {
    if (change.type === 'deleted') texts.remove(change.data.id)
    else if (change.type === 'cleared' || change.type === 'listed') texts.removeAll(id => feed.entry(id) === undefined)
  }
  const stopResuming = paused.subscribe(now => { if (!now) frames.request() })
  const isCurrent = (entry: ListedEntry) => feed.entry(entry.id) === entry
  const close = () => {
    stopResuming()
    frames.close()
    feed.close()
    ahead.close()
  }
  const isAhead = (entry: ListedEntry) => ahead.has(entry)
  const isWhole = () => feed.rev !== undefined
  const reconnect = () => { feed.reconnect() }
  const signals = { state, asOf, entries, screenshots, rules, paused, changesWhilePaused }
  return { ...signals, known, isWhole, isAhead, isCurrent, texts, reconnect, close }
}

const HIDDEN_MS = 500

interface Frames {
  request (): void
  /** For updates that can wait: all calls within this time cause one render. */
  requestWithin (ms: number): void
  close (): void
}

// Combines many render requests into one: at the next frame, or after half a second in a hidden tab, which has no frames.
function inFrames (draw: () => void): Frames {
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let later: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    clearTimeout(later)
    frame = later = undefined
  }
  const run = () => {
    cancel()
    draw()
  }
  const request = () => {
    if (frame !== undefined) return
    // Both: the tab may become hidden before the frame.
    frame = requestAnimationFrame(run)
    timer = setTimeout(run, HIDDEN_MS)
  }
  return {
    request,
    requestWithin (ms) { later ??= setTimeout(request, ms) },
    close: cancel
  }
}
