// The changes between two snapshots of an app's storage, name by name. Values are compared as they were recorded.
import { lengthOf, type ListedEntry } from '../../../../exchange/held.js'
import { memberTexts } from '../../../../json/member-texts.js'
import { isJson } from '../../../../json/is-json.js'
import { stringValue } from '../../../../json/scan.js'

export interface StorageItem {
  name: string
  /** The value as the app stored it: a JSON string is decoded, any other value is its JSON text. */
  value: string
}

export interface StorageChange {
  name: string
  /** Undefined if it was added. */
  before: string | undefined
  /** Undefined if it was removed. */
  after: string | undefined
}

/** Undefined if the snapshot is not a JSON object. */
export function storageOf (snapshot: string): StorageItem[] | undefined {
  if (!/^\s*\{/.test(snapshot) || !isJson(snapshot)) return undefined
  return [...memberTexts(snapshot)].map(([name, source]) => ({ name, value: decodedValue(source) }))
}

/** In the order of the later snapshot; removed names come last. */
export function storageChanges (before: StorageItem[], after: StorageItem[]): StorageChange[] {
  const old = new Map(before.map(({ name, value }) => [name, value]))
  const names = new Set(after.map(({ name }) => name))
  return [
    ...after.map(({ name, value }) => ({ name, before: old.get(name), after: value })).filter(change => change.before !== change.after),
    ...before.filter(({ name }) => !names.has(name)).map(({ name, value }) => ({ name, before: value, after: undefined }))
  ]
}

/** The last entry before this one that has a snapshot of the same app: each app has a storage of its own. */
export function entryBefore (entries: readonly ListedEntry[], entry: ListedEntry): ListedEntry | undefined {
  const at = entries.findIndex(({ id }) => id === entry.id)
  return entries.slice(0, Math.max(0, at)).findLast(other => other.source === entry.source && lengthOf(other, 'storage') > 0)
}

function decodedValue (source: string): string {
  return source.startsWith('"') ? stringValue(source, 0, source.length - 1) : source
}
