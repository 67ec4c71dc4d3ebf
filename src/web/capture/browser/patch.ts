// Replaces functions of the browser with proxies, which keep the name, the length and all other properties. At the end, restores each
// function unless other code has replaced it since.
import { watched, type Call, type Watch } from './frameless.js'
import { descriptorOf } from './natives.js'

interface How {
  /** `get` replaces the getter of a property. */
  part?: 'value' | 'get'
  /** Whether the function returns anything. */
  returns?: boolean
}

/** For functions that return nothing. */
export const SILENT: How = { returns: false }

type WithBelow = (watch: Watch) => Watch

export class Patches {
  /** Called before each watch, with the name of the function: a rule may call another function in its place. */
  below: ((name: string, call: Call) => void) | undefined
  private readonly restores: (() => void)[] = []
  private readonly natives = new WeakMap<object, Function>()

  constructor () {
    // The source text of a proxy has no name. Some apps and libraries compare it, to find out whether a function was replaced.
    this.add(Function.prototype, 'toString', call => { call[1] = (this.natives.get(call[1]) ?? call[1]) as never })
  }

  /** Does nothing if there is no such function, or if it cannot be replaced. */
  add (target: object, name: string, watch: Watch, { part = 'value', returns }: How = {}): void {
    this.put(target, name, part, (native, over) => watched(native, over(watch), 'apply', returns))
  }

  /** Replaces a class, and the `constructor` property of its instances, too. */
  addClass (target: object, name: string, constructed: (instance: never) => void): void {
    this.put(target, name, 'value', (native, over) => {
      const proxy = watched(native, over(() => constructed), 'construct')
      this.put(native.prototype as object, 'constructor', 'value', () => proxy)
      return proxy
    })
  }

  private put (target: object, name: string, part: 'value' | 'get', proxied: (native: Function, over: WithBelow) => Function): void {
    const before = descriptorOf(target, name)
    const { [part]: native } = (before ?? {}) as Partial<Record<typeof part, Function>>
    if (typeof native !== 'function' || !before?.configurable) return
    const proxy = proxied(native, watch => call => {
      this.below?.(name, call)
      return watch(call)
    })
    this.natives.set(proxy, native)
    Object.defineProperty(target, name, { ...before, [part]: proxy })
    this.restores.push(() => { if (descriptorOf(target, name)?.[part] === proxy) Object.defineProperty(target, name, before) })
  }

  restore (): void {
    for (const restore of this.restores.reverse()) restore()
  }
}
