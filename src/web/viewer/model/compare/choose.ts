// Choosing what an entry is compared with; the tab then shows it, and the address names it.
import { batch, signal } from '@preact/signals'
import type { Held } from '../../../../exchange/held.js'
import { startMsOf } from '../../../../exchange/outcome.js'
import type { Entry } from '../../../../schema/entry.js'
import { lastGoodOf } from '../../../../summary/last-good.js'
import type { Model } from '../model.js'
import type { Session } from '../session/session.js'
import type { View } from '../view.js'

interface Page extends Pick<Model, 'codes' | 'selection'> {
  session: Pick<Session, 'id' | 'entries'>
  view: View
}

/** `session`: where it is another one. */
export function compareWith ({ view, session: own }: Pick<Page, 'view' | 'session'>, of: string, id: string, session?: string): void {
  batch(() => {
    fromFile.value = undefined
    view.compared.value = { of, id, session: session === own.id ? undefined : session }
    show({ view }, of)
  })
}

export function compareWithFile ({ view }: Pick<Page, 'view'>, chosen: FromFile): void {
  batch(() => {
    fromFile.value = chosen
    view.compared.value = undefined
    show({ view }, chosen.of)
  })
}

/** So that something else can be chosen. */
export function forget ({ view }: Pick<Page, 'view'>): void {
  batch(() => {
    fromFile.value = undefined
    view.compared.value = undefined
    picked.value = undefined
  })
}

/** The last request like this one that went well, where this one failed. */
export function goodFor ({ session, codes }: Pick<Page, 'session' | 'codes'>, entry: Held): Held | undefined {
  return codes.isError.peek()(entry) ? lastGoodOf(session.entries.peek(), entry, codes.codes.peek()) : undefined
}

/** Two that are selected with each other; one with what was picked, or with the last good one where it failed; else the tab asks with
 * what. */
export function openComparison (page: Page): boolean {
  const { selection, view } = page
  const selected = selection.entries.peek()
  const entry = selected.find(({ id }) => id === selection.active.peek())
  if (!entry) return false
  const [one, other] = selected.length === 2 ? [...selected].sort((a, b) => startMsOf(a) - startMsOf(b)) : []
  if (one && other) compareWith(page, other.id, one.id)
  else openFor(page, entry)
  return view.selected.peek() !== undefined
}

export function openFor (page: Page, entry: Held): void {
  const good = picked.peek() === undefined ? goodFor(page, entry) : undefined
  if (good) compareWith(page, entry.id, good.id)
  else show(page, entry.id)
}

function show ({ view }: Pick<Page, 'view'>, id: string): void {
  view.selected.value = id
  view.tab.value = 'compare'
}

// What somebody has picked to compare with, for as long as the page is open: an entry of this session, by its id, and for single entries
// one of a file, which no address can name.
/** Every other entry is compared with this one, unless something else was chosen for it. */
export const picked = signal<string | undefined>(undefined)

interface FromFile {
  /** The entry that is compared with it. */
  of: string
  entry: Entry
  fileName: string
}

export const fromFile = signal<FromFile | undefined>(undefined)
