// How requests went, as the page judges it: the verdict of the service, and what somebody has said of the codes of a host.
import { computed, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Held } from '../../../../exchange/held.js'
import { applicationErrorOf, isErrorVerdict, type Codes, type Verdict } from '../../../../exchange/outcome.js'
import { isFailureCode, type ReplyError } from '../../../../exchange/reply.js'
import { factsOf } from '../../../../filter/facts.js'
import type { Match } from '../../../../filter/context.js'
import type { Prefs } from '../prefs.js'
import { isSaid, readSaid, saidName, saidText, type Said } from './said-codes.js'

export class SuccessCodes {
  readonly codes: ReadonlySignal<Codes>
  readonly isError: ReadonlySignal<Match>
  readonly #said: Signal<Said>
  readonly #inLink: Signal<string>
  /** Those by which something of this session was judged. */
  readonly #used = new Set<string>()

  /** `inLink`: what a link says of codes, which is kept; and what a link to this session is to say. */
  constructor (prefs: Prefs, inLink: Signal<string>) {
    this.#inLink = inLink
    const said = this.#said = prefs.pref<Said>('successCodes', {}, isSaid)
    const given = readSaid(inLink.peek())
    if (Object.keys(given).length > 0) said.value = { ...said.peek(), ...given }
    this.codes = computed((): Codes => {
      const now = said.value
      return (host, code) => {
        const name = saidName(host, code)
        if (!Object.hasOwn(now, name)) return undefined
        this.#use(name)
        return now[name]
      }
    })
    this.isError = computed(() => {
      const now = this.codes.value
      // An entry that is pending is no error, however long it has been.
      return entry => isErrorVerdict(factsOf(entry).verdict(0, now))
    })
  }

  /** `nowMs`: after two minutes, what is pending counts as one without an answer. */
  verdictOf (entry: Held, nowMs: number): Verdict {
    return factsOf(entry).verdict(nowMs, this.codes.value)
  }

  /** What the reply itself says of an error. */
  errorOf (entry: Held): ReplyError | undefined {
    return applicationErrorOf(factsOf(entry), this.codes.value)
  }

  /** Whether the code of the entry, where it has one, means success. */
  isSuccess (entry: Held): boolean {
    const { reply, address } = factsOf(entry)
    const { code } = reply ?? {}
    if (!code) return true
    return this.codes.value(address.host, code.text) ?? !(isFailureCode(code.text) && reply?.error?.by === code.name)
  }

  /** From now on this code is the contrary on this host. */
  turn (entry: Held): void {
    const { code, address } = factsOf(entry)
    if (code === undefined) return
    const name = saidName(address.host, code)
    const { [name]: _, ...others } = this.#said.peek()
    const wanted = !this.isSuccess(entry)
    this.#said.value = others
    // What the rules say anyway need not be kept.
    if (this.isSuccess(entry) !== wanted) this.#said.value = { ...others, [name]: wanted }
    this.#used.add(name)
    this.#tell()
  }

  // Asked while something is drawn, which no signal may change.
  #use (name: string): void {
    if (this.#used.has(name)) return
    this.#used.add(name)
    queueMicrotask(() => { this.#tell() })
  }

  #tell (): void {
    const said = this.#said.peek()
    this.#inLink.value = saidText(Object.fromEntries([...this.#used].flatMap(name => Object.hasOwn(said, name)
      ? [[name, said[name] === true]]
      : [])))
  }
}
