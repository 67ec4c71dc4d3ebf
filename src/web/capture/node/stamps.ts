// Attaches our data to objects of Node and of undici by private fields: nothing else can see them, and they cost less than a WeakMap,
// especially in garbage collections.

class Given {
  constructor (object: object) {
    return object
  }
}

export interface Stamps<Value> {
  /** Once for each object. */
  put (object: object, value: Value): void
  of (object: object): Value | undefined
}

export function stamps<Value> (): Stamps<Value> {
  class Stamp extends Given {
    // Only a field of this kind can be added to any object.
    readonly #value: Value

    constructor (object: object, value: Value) {
      super(object)
      this.#value = value
    }

    static put (object: object, value: Value): object {
      return new Stamp(object, value)
    }

    static of (object: object): Value | undefined {
      return #value in object ? object.#value : undefined
    }
  }
  return Stamp
}
