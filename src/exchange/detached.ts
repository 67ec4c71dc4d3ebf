// Saves memory for texts that are kept. `detached` copies a slice, so that the slice does not keep the whole text in memory. `Pool` and
// `shared` keep one copy of equal values.

/** A copy in memory of its own: engines keep a whole long text in memory as long as any slice of it is in use. */
export function detached (piece: string): string {
  return JSON.parse(JSON.stringify(piece)) as string
}

/** A pool with this many values is emptied. No session has so many different media types, codes or patterns. */
const MAX_POOLED = 2000
/** In characters. Values with longer keys are not pooled: they could fill the memory, and are hardly ever equal. */
const MAX_KEY_LENGTH = 300

/** Keeps the first of all equal values, for values that most entries have in common. They must never change. */
export class Pool<Value> {
  private readonly known = new Map<string, Value>()

  /** `key`: equal for equal values only. `make`: called for the first of them; it must not return a slice of a long text. */
  first (key: string, make: () => Value): Value {
    let value = this.known.get(key)
    if (value === undefined) {
      value = make()
      if (this.known.size >= MAX_POOLED) this.known.clear()
      if (key.length <= MAX_KEY_LENGTH) this.known.set(detached(key), value)
    }
    return value
  }
}

const texts = new Pool<string>()

/** One copy for all equal pieces: for short texts that most entries have in common. */
export function shared (piece: string): string {
  return texts.first(piece, () => detached(piece))
}
