// Everything that the page knows about a session besides the session itself, such as the filter, the columns, the rows and the selection.
// Made once per session.
import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ListedEntry } from '../../../exchange/held.js'
import { Filtering } from './filter/filtering.js'
import { withoutHalfTyped } from './filter/half-typed.js'
import type { InStorage, InStorageOptions } from './filter/in-storage.js'
import url from './filter/regex-worker.js?worker&url'
import type { WorkerLike } from './filter/regexes.js'
import { Survey } from './filter/survey.js'
import { Arrivals } from './list/arrivals.js'
import { Clock } from './list/clock.js'
import type { ColumnChoice } from './list/column-choice.js'
import { Follow } from './list/follow.js'
import type { OwnColumnReader, OwnColumnReaderOptions } from './list/own-column-reader.js'
import { Rows } from './list/rows.js'
import { RowSelection } from './list/selection.js'
import { SuccessCodes } from './list/success-codes.js'
import { LiveRepeats } from './live-repeats.js'
import type { Prefs } from './prefs.js'
import type { WatchedSession } from './session/session.js'
import type { View } from './view.js'
import { startWorker } from './worker.js'

export interface Model {
  readonly filtering: Filtering
  readonly survey: Survey
  /** Loaded with the first filter. */
  readonly inStorage: ReadonlySignal<InStorage | undefined>
  readonly repeats: LiveRepeats
  readonly codes: SuccessCodes
  readonly columns: ColumnChoice
  readonly rows: Rows
  readonly selection: RowSelection
  readonly follow: Follow
  readonly clock: Clock
}

export interface ModelOptions {
  session: Pick<WatchedSession, 'entries' | 'state' | 'isAhead' | 'idsOf' | 'wholes'>
  view: View
  prefs: Prefs
  /** The session notifies the columns before it drops long texts, so the columns are made before the session. */
  columns: ColumnChoice
}

export function createModel ({ session, view, prefs, columns }: ModelOptions): Model & { close (): void } {
  const [arrivals, clock, codes, repeats] = [
    new Arrivals(), new Clock(), new SuccessCodes(prefs, view.codes), new LiveRepeats(session.entries)
  ]
  const follow = new Follow(() => arrivals.last)
  const entries = numberedEntries(session, arrivals, clock)
  const context = computed(() => ({
    codes: codes.codes.value,
    isDuplicate: (entry: ListedEntry) => repeats.isDuplicate(entry),
    isNPlusOne: (entry: ListedEntry) => repeats.isNPlusOne(entry)
  }))
  const text = computed(() => view.isTyping.value ? withoutHalfTyped(view.filter.value) : view.filter.value)
  const filtering = new Filtering({
    entries, text, context, startWorker: startRegexWorker, sources: session, showsNewest: () => follow.isOn.peek() && isByArrival(columns)
  })
  const rows = new Rows({ entries, found: filtering.entries, range: view.range, columns, arrivals, follow })
  const selection = new RowSelection(rows.all, view.selected)
  const survey = new Survey(entries, filtering, codes.isError)
  const inStorage = signal<InStorage | undefined>(undefined)
  const found = { all: entries, query: filtering.query, shown: filtering.entries, idsOf: session.idsOf, filtering }
  const stops = [
    searchStorage(text, found, inStorage),
    readOwnColumns({ entries, columns, wholes: session.wholes }),
    // The address may select an entry.
    effect(() => {
      const id = view.selected.value
      if (id !== undefined && id !== selection.active.peek()) selection.select(id)
    }),
    repeats.changed.subscribe(entries => filtering.repeatsChanged(entries)),
    // Entries that complete the first list do not count as new, even if the person has scrolled away meanwhile.
    follow.listing(entries, () => session.state.peek().name === 'live')
  ]
  const close = () => {
    for (const stop of stops) stop()
    for (const engine of [repeats, survey, filtering]) engine.close()
  }
  return { filtering, survey, inStorage, repeats, codes, columns, rows, selection, follow, clock, close }
}

/** Loads the search in storage with the first filter. Returns a function that stops it. */
function searchStorage (
  text: ReadonlySignal<string>, options: InStorageOptions, searched: Signal<InStorage | undefined>
): () => void {
  let isOver = false
  const stop = effect(() => {
    if (text.value === '' || searched.peek()) return
    import('./filter/in-storage.js').then(({ InStorage }) => {
      if (!isOver) searched.value ??= new InStorage(options)
    }, () => {})
  })
  return () => {
    isOver = true
    stop()
    searched.peek()?.close()
  }
}

/** Loads the reader of long texts with the first column that needs it. Returns a function that stops it. */
function readOwnColumns (options: OwnColumnReaderOptions): () => void {
  let reading: Promise<OwnColumnReader | void> | undefined
  const stop = effect(() => {
    if (options.columns.inLongTexts.value.length === 0) return
    reading ??= import('./list/own-column-reader.js').then(
      ({ OwnColumnReader }) => new OwnColumnReader(options), () => { reading = undefined }
    )
  })
  return () => {
    stop()
    reading?.then(reader => reader?.close(), () => {})
  }
}

function isByArrival ({ sorting }: ColumnChoice): boolean {
  const order = sorting.peek()
  return order === undefined || order.isReversed === true
}

/** The session's entries, after they have got their numbers and the clock has seen them. */
function numberedEntries (
  { entries, state, isAhead }: ModelOptions['session'], arrivals: Arrivals, clock: Clock
): ReadonlySignal<readonly ListedEntry[]> {
  let wasLive = false
  return computed(() => {
    const isLive = untracked(() => state.value.name === 'live')
    // An entry gets its number when the list reaches it; entries that were read ahead, which are the last, have none yet.
    arrivals.update(entries.value.slice(0, entries.value.findLastIndex(entry => !isAhead(entry)) + 1))
    // Entries that complete the list do not count as new.
    clock.update(entries.value, isLive && wasLive)
    wasLive = isLive
    return entries.value
  })
}

// Starts the regex worker. Only this file knows the URL of its code.
function startRegexWorker (): WorkerLike {
  return startWorker(url)
}
