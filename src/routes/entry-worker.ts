// The thread that works on large entries: its own memory and its own time, both limited by who starts it.
import { matcher } from '../filter/matcher.js'
import { parse } from '../filter/parse.js'
import { createHarWriter, type HarOptions } from '../har/har-writer.js'
import type { SavedAbout } from '../saved/about.js'
import { savedText } from '../saved/saved-page.js'
import type { Entry } from '../schema/entry.js'
import { askedOf, type Asked } from '../summary/asked.js'
import type { Flags } from './session-repeats.js'

export type EntryTask =
  | { kind: 'match', entry: Entry, filter: string, nowMs: number, flags: Flags | undefined }
  | { kind: 'har', entry: Entry, options: HarOptions }
  | { kind: 'saved', entry: Entry, secrets: SavedAbout['secrets'] }
  | { kind: 'ask', entry: Entry }

export type EntryResult = boolean | string | Asked

/** Whether it matches, its text, or what it asked. Without a task, only that the thread is there. */
export default function work (task?: EntryTask): EntryResult {
  if (!task) return true
  if (task.kind === 'ask') return askedOf(task.entry)
  if (task.kind === 'saved') return savedText(task.secrets)(task.entry)
  if (task.kind === 'har') return createHarWriter(task.options).entry(task.entry)
  const { entry, filter, nowMs, flags } = task
  return matcher(parse(filter), { nowMs, isDuplicate: () => flags?.isDuplicate === true, isNPlusOne: () => flags?.isNPlusOne === true })(entry)
}
