// Which application codes mean success, where somebody has said it of a host: many backends answer 200 to everything, and each has codes of
// its own.
import { computed, type ReadonlySignal, type Signal } from '@preact/signals'
import { isSuccess } from '../../../../exchange/application-code.js'
import type { Held } from '../../../../exchange/held.js'
import { isPending } from '../../../../exchange/outcome.js'
import { factsOf } from '../../../../filter/facts.js'
import type { Match } from '../../../../filter/context.js'
import type { Prefs } from '../prefs.js'

/** `<host> <code>`: success, or not. */
type Said = Record<string, boolean>

export class SuccessCodes {
  readonly isError: ReadonlySignal<Match>
  readonly #said: Signal<Said>

  constructor (prefs: Prefs) {
    const said = this.#said = prefs.pref<Said>('successCodes', {}, isSaid)
    this.isError = computed(() => {
      const now = said.value
      return entry => isErrorAs(entry, now)
    })
  }

  /** Of one that has a code. */
  isSuccess (entry: Held): boolean {
    return succeeds(entry, this.#said.value)
  }

  /** From now on this code is the contrary on this host. */
  turn (entry: Held): void {
    const { code, address } = factsOf(entry)
    if (code === undefined) return
    const { [nameOf(address.host, code)]: _, ...others } = this.#said.peek()
    const wanted = !succeeds(entry, this.#said.peek())
    this.#said.value = wanted === isSuccess(code) ? others : { ...others, [nameOf(address.host, code)]: wanted }
  }
}

function isErrorAs (entry: Held, said: Said): boolean {
  const facts = factsOf(entry)
  if (isPending(entry)) return false
  if (facts.status && (facts.status.code >= 400 || facts.status.code === 0)) return true
  return facts.code !== undefined && !succeeds(entry, said)
}

function succeeds (entry: Held, said: Said): boolean {
  const { code = '', address } = factsOf(entry)
  const name = nameOf(address.host, code)
  return Object.hasOwn(said, name) ? said[name] === true : isSuccess(code)
}

function nameOf (host: string, code: string): string {
  return `${host} ${code}`
}

function isSaid (value: unknown): value is Said {
  return typeof value === 'object' && value !== null && Object.values(value).every(held => typeof held === 'boolean')
}
