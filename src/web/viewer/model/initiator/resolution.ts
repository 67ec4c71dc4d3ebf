// Resolves the calls of one initiator, one script after the other, and holds the results so far.
import type { Initiator } from '../../../../schema/initiator.js'
import { hostOf, loadable } from './files.js'
import { resolveFile, type Fault, type ResolveOptions } from './resolve.js'
import type { Original } from './source-map.js'

export class Resolution {
  /** One for each call. */
  readonly originals: (Original | undefined)[] = []
  readonly #waiting: string[]
  readonly #allowed: Set<string>
  readonly #faultOf = new Map<string, Fault>()
  readonly #calls: Initiator
  readonly #isSecure: boolean

  constructor (calls: Initiator, isSecure: boolean) {
    this.#calls = calls
    this.#isSecure = isSecure
    this.#waiting = loadable(calls)
    this.#allowed = new Set(this.#waiting.flatMap(url => hostOf(url) ?? []))
  }

  get faults (): Fault[] {
    return [...this.#faultOf.values()]
  }

  /** The script that `step` resolves. */
  get next (): string | undefined {
    return this.#waiting[0]
  }

  async step (load: ResolveOptions['load'], signal: AbortSignal): Promise<void> {
    const url = this.#waiting.shift()
    if (url === undefined) return
    const [calls, allowed] = [this.#calls, this.#allowed]
    const places = [...calls.keys()].filter(n => calls[n]?.url === url)
    const ways = { load, isSecure: this.#isSecure, isAllowed: (host: string) => allowed.has(host) }
    const resolved = await resolveFile(url, calls.filter(call => call.url === url), ways, signal)
    if ('what' in resolved) this.#faultOf.set(url, resolved)
    else places.forEach((place, n) => { this.originals[place] = resolved[n] })
  }

  /** Allows requests to another host, and tries the scripts again whose maps are there. */
  allow (host: string): void {
    this.#allowed.add(host)
    for (const [url, fault] of this.#faultOf) {
      if (fault.what !== 'other-host' || fault.host !== host) continue
      this.#faultOf.delete(url)
      this.#waiting.push(url)
    }
  }
}
