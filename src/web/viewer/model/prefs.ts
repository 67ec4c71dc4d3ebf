// A person's choices in this browser, as signals over localStorage. It never throws: if there is no storage, or the stored value is
// invalid, a choice lasts as long as the page.
import { effect, signal, type Signal } from '@preact/signals'

export interface Prefs {
  /** One signal for each name. `isValid` checks the stored value; without it, the value must have the type of `initial`. */
  pref<T>(name: string, initial: T, isValid?: (value: unknown) => value is T): Signal<T>
}

export function createPrefs (storage: Storage | undefined): Prefs {
  const known = new Map<string, Signal<unknown>>()
  return {
    pref<T> (name: string, initial: T, isValid: (value: unknown) => value is T = isLike(initial)): Signal<T> {
      const made = known.get(name) ?? open(storage, `earshot.${name}`, initial, isValid)
      known.set(name, made)
      return made as Signal<T>
    }
  }
}

/** Undefined if the browser forbids access: reading the property then throws. */
export function storageOf (name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}

function open<T> (storage: Storage | undefined, key: string, initial: T, isValid: (value: unknown) => value is T): Signal<unknown> {
  const stored = read(storage, key)
  const value = signal<unknown>(isValid(stored) ? stored : initial)
  let known = value.peek()
  effect(() => {
    if (value.value === known) return
    known = value.value
    write(storage, key, known)
  })
  return value
}

function read (storage: Storage | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}

// The storage may be full: the choice then lasts as long as the page.
function write (storage: Storage | undefined, key: string, value: unknown): void {
  try {
    storage?.setItem(key, JSON.stringify(value))
  } catch {}
}

function isLike<T> (initial: T) {
  return (value: unknown): value is T =>
    typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial) && (value === null) === (initial === null)
}
