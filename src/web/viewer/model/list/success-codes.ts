// Judges whether requests succeeded: as the service does, and by the application codes that people marked for a host.
import { computed, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'
import { applicationErrorOf, isErrorVerdict, type Codes, type Verdict } from '../../../../exchange/outcome.js'
import { isFailureCode, type ReplyError } from '../../../../exchange/reply.js'
import { factsOf } from '../../../../filter/facts.js'
import type { Match } from '../../../../filter/context.js'
import type { Prefs } from '../prefs.js'
import { isCodeMarks, readMarks, markName, marksText, type CodeMarks } from './code-marks.js'

export class SuccessCodes {
  readonly codes: ReadonlySignal<Codes>
  readonly isError: ReadonlySignal<Match>
  readonly #marks: Signal<CodeMarks>
  readonly #inLink: Signal<string>
  /** The marked codes that were used to judge entries of this session. */
  readonly #used = new Set<string>()

  /** `inLink`: the codes in the address. They are read and saved once; after that, `inLink` gets the codes of this session. */
  constructor (prefs: Prefs, inLink: Signal<string>) {
    this.#inLink = inLink
    const marks = this.#marks = prefs.pref<CodeMarks>('successCodes', {}, isCodeMarks)
    const given = readMarks(inLink.peek())
    if (Object.keys(given).length > 0) marks.value = { ...marks.peek(), ...given }
    this.codes = computed((): Codes => {
      const now = marks.value
      return (host, code) => {
        const name = markName(host, code)
        if (!Object.hasOwn(now, name)) return undefined
        this.#use(name)
        return now[name]
      }
    })
    this.isError = computed(() => {
      const now = this.codes.value
      // A pending entry is not an error, no matter how long it has been pending.
      return entry => isErrorVerdict(factsOf(entry).verdict(0, now))
    })
  }

  /** `nowMs`: an entry that is pending for more than two minutes counts as unanswered. */
  verdictOf (entry: ListedEntry, nowMs: number): Verdict {
    return factsOf(entry).verdict(nowMs, this.codes.value)
  }

  /** The error that the reply itself reports. */
  errorOf (entry: ListedEntry): ReplyError | undefined {
    return applicationErrorOf(factsOf(entry), this.codes.value)
  }

  /** Whether the entry's code means success; true if it has none. */
  isSuccess (entry: ListedEntry): boolean {
    const { reply, address } = factsOf(entry)
    const { code } = reply ?? {}
    if (!code) return true
    return this.codes.value(address.host, code.text) ?? !(isFailureCode(code.text) && reply?.error?.by === code.name)
  }

  /** Inverts the meaning of this code on this host from now on. */
  turn (entry: ListedEntry): void {
    const { code, address } = factsOf(entry)
    if (code === undefined) return
    const name = markName(address.host, code)
    const { [name]: _, ...others } = this.#marks.peek()
    const wanted = !this.isSuccess(entry)
    this.#marks.value = others
    // A result that the rules give anyway need not be saved.
    if (this.isSuccess(entry) !== wanted) this.#marks.value = { ...others, [name]: wanted }
    this.#used.add(name)
    this.#updateLink()
  }

  // Called during a render, in which no signal may change.
  #use (name: string): void {
    if (this.#used.has(name)) return
    this.#used.add(name)
    queueMicrotask(() => { this.#updateLink() })
  }

  #updateLink (): void {
    const marks = this.#marks.peek()
    this.#inLink.value = marksText(Object.fromEntries([...this.#used].flatMap(name => Object.hasOwn(marks, name)
      ? [[name, marks[name] === true]]
      : [])))
  }
}
