// Chooses what an entry is compared with, and opens the tab that shows the comparison. If the other entry is in a session, not in a file,
// the page's address contains its id.
import { batch, signal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'
import { startMsOf } from '../../../../exchange/outcome.js'
import type { Entry } from '../../../../schema/entry.js'
import { lastGoodOf } from '../../../../summary/last-good.js'
import type { Model } from '../model.js'
import type { Session } from '../session/session.js'
import type { View } from '../view.js'

interface PageParts extends Pick<Model, 'codes' | 'selection'> {
  session: Pick<Session, 'id' | 'entries'>
  view: View
}

/** `session`: only if it is another session. */
export function compareWith ({ view, session: own }: Pick<PageParts, 'view' | 'session'>, of: string, id: string, session?: string): void {
  batch(() => {
    fromFile.value = choosing.value = undefined
    view.compared.value = { of, id, session: session === own.id ? undefined : session }
    show({ view }, of)
  })
}

export function compareWithFile ({ view }: Pick<PageParts, 'view'>, chosen: FromFile): void {
  batch(() => {
    fromFile.value = chosen
    view.compared.value = choosing.value = undefined
    show({ view }, chosen.of)
  })
}

/** Clears the choice, so that the person can choose again. */
export function forget ({ view }: Pick<PageParts, 'view'>): void {
  batch(() => {
    fromFile.value = undefined
    view.compared.value = undefined
    picked.value = undefined
    choosing.value = view.selected.peek()
  })
}

/** Compares what the app got with what the server had answered, before a rule changed it. */
export function compareWithOriginal ({ view }: Pick<PageParts, 'view'>, of: string): void {
  batch(() => {
    fromFile.value = undefined
    view.compared.value = undefined
    picked.value = undefined
    choosing.value = undefined
    show({ view }, of)
  })
}

/** The last successful request like this one, if this one failed. */
export function goodFor ({ session, codes }: Pick<PageParts, 'session' | 'codes'>, entry: ListedEntry): ListedEntry | undefined {
  return codes.isError.peek()(entry) ? lastGoodOf(session.entries.peek(), entry, codes.codes.peek()) : undefined
}

/** If two entries are selected, compares them with each other. If one is, compares it with the picked entry, or, if it failed, with the
 * last successful one. Otherwise the tab asks the person to choose. */
export function openComparison (page: PageParts): boolean {
  const { selection, view } = page
  const selected = selection.entries.peek()
  const entry = selected.find(({ id }) => id === selection.active.peek())
  if (!entry) return false
  const [one, other] = selected.length === 2 ? [...selected].sort((a, b) => startMsOf(a) - startMsOf(b)) : []
  if (one && other) compareWith(page, other.id, one.id)
  else openFor(page, entry)
  return view.selected.peek() !== undefined
}

export function openFor (page: PageParts, entry: ListedEntry): void {
  const good = picked.peek() === undefined ? goodFor(page, entry) : undefined
  if (good) compareWith(page, entry.id, good.id)
  else show(page, entry.id)
}

function show ({ view }: Pick<PageParts, 'view'>, id: string): void {
  view.selected.value = id
  view.tab.value = 'compare'
}

/**
 * The id of the entry that a person has picked, until the page is closed: every other entry is compared with it, unless the person chose
 * something else for that one.
 */
export const picked = signal<string | undefined>(undefined)

/** The id of the entry for which the person chooses something other than the default comparison. */
export const choosing = signal<string | undefined>(undefined)

interface FromFile {
  /** The id of the entry that is compared with the entry of the file. */
  of: string
  entry: Entry
  fileName: string
}

export const fromFile = signal<FromFile | undefined>(undefined)
