// Replaces functions of the browser with proxies, which keep name, length and everything else. At the end, restores each function unless
// other code has replaced it since.

type AnyFunction = Function

export type Handler = ProxyHandler<AnyFunction>

export class Patches {
  private readonly restores: (() => void)[] = []

  /** Does nothing if there is no such function, or if it cannot be replaced. */
  add (target: object, name: string, handler: Handler): void {
    const before = Object.getOwnPropertyDescriptor(target, name)
    if (typeof before?.value !== 'function' || !before.configurable) return
    const value = new Proxy(before.value as AnyFunction, handler)
    Object.defineProperty(target, name, { ...before, value })
    this.restores.push(() => {
      if (Object.getOwnPropertyDescriptor(target, name)?.value === value) Object.defineProperty(target, name, before)
    })
  }

  /** Replaces a class, and the `constructor` property of its instances, too. */
  addClass (target: object, name: string, construct: NonNullable<Handler['construct']>): void {
    const before = Object.getOwnPropertyDescriptor(target, name)?.value as { prototype: object } | undefined
    this.add(target, name, { construct: (native, args, newTarget) => construct(native, args, newTarget === after() ? native : newTarget) })
    const after = () => Object.getOwnPropertyDescriptor(target, name)?.value as AnyFunction
    if (!before || after() === (before as unknown)) return
    const constructor = Object.getOwnPropertyDescriptor(before.prototype, 'constructor')
    if (!constructor?.configurable) return
    const value = after()
    Object.defineProperty(before.prototype, 'constructor', { ...constructor, value })
    this.restores.push(() => {
      if (before.prototype.constructor === value) Object.defineProperty(before.prototype, 'constructor', constructor)
    })
  }

  restore (): void {
    for (const restore of this.restores.splice(0).reverse()) restore()
  }
}
