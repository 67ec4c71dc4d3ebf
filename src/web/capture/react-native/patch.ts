// Replaces functions and classes with proxies, which keep the name, the length and all other properties. At the end, restores each one
// unless other code has replaced it since.

/** What is called in place of a function. It calls `native` itself, and hands on its result and its errors. */
export type Instead = (native: Function, self: never, args: never[]) => unknown

export class Patches {
  private readonly restores: (() => void)[] = []

  /** Does nothing if there is no such function, or if it cannot be replaced. */
  add (target: object, name: string, instead: Instead): void {
    this.put(target, name, native => new Proxy(native, { apply: (_native, self, args) => instead(native, self as never, args as never[]) }))
  }

  /** Replaces a class, and the `constructor` property of its instances, too. `made` gets each new instance. */
  addClass (target: object, name: string, made: (instance: never) => void): void {
    this.put(target, name, native => {
      const proxy = new Proxy(native, {
        construct (_native, args, newTarget) {
          const instance = Reflect.construct(native, args, newTarget) as object
          made(instance as never)
          return instance
        }
      })
      this.put(native.prototype as object, 'constructor', () => proxy)
      return proxy
    })
  }

  /** Replaces a getter. `seen` gets the object and the value. */
  addGetter (target: object, name: string, seen: (self: never, value: unknown) => void): void {
    const before = Object.getOwnPropertyDescriptor(target, name)
    const { get: native } = (before ?? {}) as { get?: () => unknown }
    if (!native || !before?.configurable) return
    const get = new Proxy(native, {
      apply (_native, self, args) {
        const value: unknown = Reflect.apply(native, self, args)
        seen(self as never, value)
        return value
      }
    })
    this.define(target, name, { ...before, get }, before, now => now.get === get)
  }

  restore (): void {
    for (const restore of this.restores.reverse()) restore()
  }

  private put (given: object, name: string, proxied: (native: Function) => Function): void {
    // React Native makes its globals when they are read for the first time: until then, the property is a getter.
    const native = (given as Record<string, unknown>)[name]
    const target = holderOf(given, name) ?? given
    const before = Object.getOwnPropertyDescriptor(target, name)
    if (typeof native !== 'function' || !before?.configurable) return
    const value = proxied(native)
    const { enumerable = false } = before
    const after = { value, enumerable, configurable: true, writable: before.writable ?? true }
    this.define(target, name, after, before, now => now.value === value)
  }

  private define (
    target: object, name: string, after: PropertyDescriptor, before: PropertyDescriptor, isOurs: (now: PropertyDescriptor) => boolean
  ): void {
    Object.defineProperty(target, name, after)
    this.restores.push(() => {
      const now = Object.getOwnPropertyDescriptor(target, name)
      if (now && isOurs(now)) Object.defineProperty(target, name, before)
    })
  }
}

/** The object that has the property: the given one, or a prototype of it. */
export function holderOf (given: object, name: string): object | undefined {
  for (let holder: object | null = given; holder; holder = Object.getPrototypeOf(holder) as object | null) {
    if (Object.getOwnPropertyDescriptor(holder, name)) return holder
  }
  return undefined
}
