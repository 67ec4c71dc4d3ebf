// LiveFeed's copy as signals, which change once per frame at most, however much arrives.
import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Held } from '../../../../exchange/held.js'
import type { Screenshot } from '../../../../schema/screenshot.js'
import type { FeedUpdate } from '../../../feed/feed-options.js'
import type { FeedState } from '../../../feed/feed-state.js'
import { LiveFeed } from '../../../feed/live-feed.js'
import type { Api } from './api.js'
import { ReadAhead } from './read-ahead.js'
import { TextBudget, type TextBudgetOptions } from './text-budget.js'

export interface DrawnFeed {
  readonly state: ReadonlySignal<FeedState>
  /** When it was live for the last time; undefined while it is, and where it never was. */
  readonly asOf: ReadonlySignal<number | undefined>
  readonly entries: ReadonlySignal<readonly Held[]>
  readonly screenshots: ReadonlySignal<readonly Screenshot[]>
  /** While it is, `entries` stands still. */
  readonly paused: Signal<boolean>
  readonly held: ReadonlySignal<number>
  /** What is known of the session by now, drawn or not. */
  readonly known: () => readonly Held[]
  /** Whether that is all that there was. */
  readonly isWhole: () => boolean
  readonly isAhead: (entry: Held) => boolean
  /** Whether it is what the session has under its id, and not what it had. */
  readonly isCurrent: (entry: Held) => boolean
  readonly texts: TextBudget
  readonly reconnect: () => void
  readonly close: () => void
}

/** While a long list comes in, to draw every part of it would take longer than the list. */
const LISTING_MS = 250

export function watchFeed (api: Api, isNew: boolean, budget: TextBudgetOptions): DrawnFeed {
  const state = signal<FeedState>({ name: 'connecting' })
  const asOf = signal<number | undefined>(undefined)
  const entries = signal<readonly Held[]>([])
  const screenshots = signal<readonly Screenshot[]>([])
  const [paused, held] = [signal(false), signal(0)]

  const frames = inFrames(() => {
    state.value = feed.state
    screenshots.value = [...feed.screenshots()]
    if (paused.peek()) return
    entries.value = known()
    held.value = 0
  })
  const drawListing = () => entries.peek().length === 0 ? frames.request() : frames.requestWithin(LISTING_MS)
  const texts = new TextBudget(budget)
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
    onEntry: entry => texts.add(entry),
    onChange: change => {
      if (paused.peek()) held.value++
      forget(change)
      if (change.type === 'listing') drawListing()
      else frames.request()
    }
  })
  const known = () => ahead.behind([...feed.entries()], id => feed.entry(id) !== undefined)
  const forget = (change: FeedUpdate) => {
    if (change.type === 'deleted') texts.remove(change.data.id)
    else if (change.type === 'cleared' || change.type === 'listed') texts.removeAll(id => feed.entry(id) === undefined)
  }
  const stopResuming = paused.subscribe(now => { if (!now) frames.request() })
  const isCurrent = (entry: Held) => feed.entry(entry.id) === entry
  const close = () => {
    stopResuming()
    frames.close()
    feed.close()
    ahead.close()
  }
  const isAhead = (entry: Held) => ahead.has(entry)
  const isWhole = () => feed.rev !== undefined
  const reconnect = () => { feed.reconnect() }
  return { state, asOf, entries, screenshots, paused, held, known, isWhole, isAhead, isCurrent, texts, reconnect, close }
}

const HIDDEN_MS = 500

interface Frames {
  request (): void
  /** For what can wait: many of these make one drawing in so many milliseconds. */
  requestWithin (ms: number): void
  close (): void
}

// Many requests to draw, one drawing: at the next frame, or after half a second in a tab that is hidden and has no frames.
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
    // Both: a tab may be hidden between now and then.
    frame = requestAnimationFrame(run)
    timer = setTimeout(run, HIDDEN_MS)
  }
  return {
    request,
    requestWithin (ms) { later ??= setTimeout(request, ms) },
    close: cancel
  }
}
