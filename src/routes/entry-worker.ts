// The thread that works on large entries: its own memory and its own time, both limited by who starts it.
import { matcher } from '../filter/matcher.js'
import { parse } from '../filter/parse.js'
import { createHarWriter, type HarOptions } from '../har/har-writer.js'
import type { Entry } from '../schema/entry.js'

export type EntryTask =
  | { kind: 'match', entry: Entry, filter: string, nowMs: number }
  | { kind: 'har', entry: Entry, options: HarOptions }

/** Whether it matches, or its text. Without a task, only that the thread is there. */
export default function work (task?: EntryTask): boolean | string {
  if (!task) return true
  if (task.kind === 'har') return createHarWriter(task.options).entry(task.entry)
  return matcher(parse(task.filter), { nowMs: task.nowMs })(task.entry)
}
