// What changed between two snapshots of an app's storage, name by name. Values are compared as they were recorded.
import { lengthOf, type Held } from '../../../../exchange/held.js'
import { memberTexts } from '../../../../json/member-texts.js'
import { isJson } from '../../../../json/is-json.js'
import { stringValue } from '../../../../json/scan.js'

export interface StorageItem {
  name: string
  /** As the app stored it: of a JSON string what it says, of all else its text. */
  value: string
}

export interface StorageChange {
  name: string
  /** Undefined where it was not there. */
  before: string | undefined
  /** Undefined where it is gone. */
  after: string | undefined
}

/** Undefined where the snapshot is no JSON object. */
export function storageOf (snapshot: string): StorageItem[] | undefined {
  if (!/^\s*\{/.test(snapshot) || !isJson(snapshot)) return undefined
  return [...memberTexts(snapshot)].map(([name, source]) => ({ name, value: said(source) }))
}

/** In the order of the later snapshot, then what is gone. */
export function storageChanges (before: StorageItem[], after: StorageItem[]): StorageChange[] {
  const old = new Map(before.map(({ name, value }) => [name, value]))
  const names = new Set(after.map(({ name }) => name))
  return [
    ...after.map(({ name, value }) => ({ name, before: old.get(name), after: value })).filter(change => change.before !== change.after),
    ...before.filter(({ name }) => !names.has(name)).map(({ name, value }) => ({ name, before: value, after: undefined }))
  ]
}

/** The last entry before this one that has a snapshot of the same app: of several apps each has a storage of its own. */
export function entryBefore (entries: readonly Held[], entry: Held): Held | undefined {
  const at = entries.findIndex(({ id }) => id === entry.id)
  return entries.slice(0, Math.max(0, at)).findLast(other => other.source === entry.source && lengthOf(other, 'storage') > 0)
}

function said (source: string): string {
  return source.startsWith('"') ? stringValue(source, 0, source.length - 1) : source
}
