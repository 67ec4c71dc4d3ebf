// The sessions that this browser has seen, the most recently used first. A session counts as seen as soon as it has an entry.
import type { Signal } from '@preact/signals'
import { isRecord } from '../../../../json/is-record.js'
import { isSessionId } from '../../../../schema/session-id.js'
import type { Prefs } from '../prefs.js'

export interface KnownSession {
  id: string
  lastUsedMs: number
}

const MAX_SESSIONS = 30

export class KnownSessions {
  readonly list: Signal<KnownSession[]>

  constructor (prefs: Prefs) {
    this.list = prefs.pref<KnownSession[]>('sessions', [], isList)
  }

  remember (id: string, nowMs: number): void {
    this.list.value = [{ id, lastUsedMs: nowMs }, ...this.list.peek().filter(known => known.id !== id)].slice(0, MAX_SESSIONS)
  }

  forget (id: string): void {
    this.list.value = this.list.peek().filter(known => known.id !== id)
  }
}

function isList (value: unknown): value is KnownSession[] {
  return Array.isArray(value) && value.every((item: unknown) => isRecord(item) && isSessionId(item.id) &&
    typeof item.lastUsedMs === 'number')
}
