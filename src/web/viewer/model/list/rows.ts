// Which entries are shown, in which order, and all that the list, the filter and the chips know of them together. Made once for a session.
import { computed, effect, untracked, type ReadonlySignal } from '@preact/signals'
import type { Held } from '../../../../exchange/held.js'
import { startMsOf } from '../../../../exchange/outcome.js'
import { Filtering } from '../filter/filtering.js'
import { InStorage } from '../filter/in-storage.js'
import { startRegexWorker } from '../filter/start-regexes.js'
import { Survey } from '../filter/survey.js'
import type { Prefs } from '../prefs.js'
import type { View } from '../view.js'
import type { Session } from '../session/session.js'
import { LiveRepeats } from '../live-repeats.js'
import { Arrivals } from './arrivals.js'
import { Clock } from './clock.js'
import { ColumnChoice } from './column-choice.js'
import { Follow } from './follow.js'
import { Order } from './order.js'
import { OwnColumnReader } from './own-column-reader.js'
import { Selection } from './selection.js'
import { SuccessCodes } from './success-codes.js'

export interface Rows {
  /** Those that match filter, kinds and range, sorted as shown. */
  readonly all: ReadonlySignal<readonly Held[]>
  /** The same, in order of arrival. */
  readonly matching: ReadonlySignal<readonly Held[]>
  /** Moves the selection, in shown order. */
  move (by: number): void
  /** One or several, in shown order. */
  readonly selection: Selection
  /** The first that arrived, of all. */
  readonly first: ReadonlySignal<Held | undefined>
  /** At which end of the list the newest are; undefined where it is sorted by something else. */
  readonly newestEnd: ReadonlySignal<'start' | 'end' | undefined>
  readonly filtering: Filtering
  readonly survey: Survey
  readonly inStorage: InStorage
  readonly repeats: LiveRepeats
  readonly columns: ColumnChoice
  readonly codes: SuccessCodes
  readonly arrivals: Arrivals
  readonly clock: Clock
  readonly follow: Follow
  /** How many came while the list did not follow. */
  readonly missed: ReadonlySignal<number>
  close (): void
}

/** Columns by which the newest come last. */
const BY_TIME = ['number', 'start', 'waterfall']

type Watched = Pick<Session, 'entries' | 'state' | 'isAhead' | 'idsOf' | 'wholes'> & { lettingGo: Session['lettingGo'] }

export function createRows (session: Watched, view: View, prefs: Prefs): Rows {
  const [arrivals, clock] = [new Arrivals(), new Clock()]
  const follow = new Follow(() => arrivals.last)
  let wasLive = false
  const entries = computed(() => {
    const isLive = untracked(() => session.state.value.name === 'live')
    // Numbers are known where the list has come to.
    arrivals.update(session.entries.value.filter(entry => !session.isAhead(entry)))
    // What completes the list is not new.
    clock.update(session.entries.value, isLive && wasLive)
    wasLive = isLive
    return session.entries.value
  })
  const columns = new ColumnChoice(prefs)
  const own = new OwnColumnReader({ entries, columns, wholes: session.wholes })
  session.lettingGo = entry => own.remember(entry)
  const codes = new SuccessCodes(prefs)
  const repeats = new LiveRepeats(session.entries)
  const context = computed(() => ({
    isError: codes.isError.value, isDuplicate: (entry: Held) => repeats.isDuplicate(entry), isNPlusOne: (entry: Held) => repeats.isNPlusOne(entry)
  }))
  const filtering = new Filtering({ entries, text: view.filter, context, startWorker: startRegexWorker, letGo: session })
  const order = new Order()
  const matching = computed(() => within(filtering.entries.value, view.range.value))
  const all = computed(() => order.arrange(matching.value, columns.sorting.value))
  const selection = new Selection(all, view.selected)
  const survey = new Survey(entries, filtering, codes.isError)
  const inStorage = new InStorage({ all: entries, query: filtering.query, shown: filtering.entries, idsOf: session.idsOf })
  const missed = computed(() => follow.isOn.value ? 0 : countSince(filtering.entries.value, arrivals, follow.since.value))
  const first = computed(() => entries.value[0])
  const newestEnd = computed(() => {
    const sort = columns.sort.value
    if (sort && !BY_TIME.includes(sort.id)) return undefined
    return sort?.isDescending ? 'start' : 'end'
  })
  // The address may lead to an entry.
  const stop = effect(() => {
    const id = view.selected.value
    if (id !== undefined && id !== selection.active.peek()) selection.select(id)
  })
  const stopRepeats = repeats.changed.subscribe(entries => filtering.repeatsChanged(entries))
  // What completes the first list is not new, to somebody who has scrolled away meanwhile.
  let isWhole = false
  const stopCompleting = effect(() => {
    entries.value // eslint-disable-line
    if (isWhole) return
    isWhole = session.state.peek().name === 'live'
    follow.since.value = arrivals.last
  })
  const close = () => {
    stop()
    stopCompleting()
    stopRepeats()
    repeats.close()
    own.close()
    survey.close()
    inStorage.close()
    filtering.close()
  }
  return { all, matching, move: by => selection.move(by), selection, first, newestEnd, filtering, survey, inStorage, repeats, columns, codes, arrivals, clock, follow, missed, close }
}

function within (entries: readonly Held[], range: { fromMs: number, toMs: number } | undefined): readonly Held[] {
  if (!range) return entries
  return entries.filter(entry => {
    const startMs = startMsOf(entry)
    return startMs <= range.toMs && startMs + entry.timeConsuming >= range.fromMs
  })
}

/** How many of them came after that number; they are in order of arrival. */
function countSince (entries: readonly Held[], arrivals: Arrivals, since: number): number {
  let at = entries.length
  for (let entry = entries[at - 1]; entry && (arrivals.of(entry) ?? 0) > since; entry = entries[at - 1]) at--
  return entries.length - at
}
