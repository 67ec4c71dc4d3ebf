// The figures of some requests. Each request can be added and removed by itself, so that one more among 100,000 costs next to nothing.
import type { ListedEntry } from '../../../../exchange/held.js'
import { isPending } from '../../../../exchange/outcome.js'
import { timeSpanOf } from '../../../../exchange/time-span.js'
import { factsOf } from '../../../../filter/facts.js'
import { Ascending } from '../../../../summary/ascending.js'

export interface TallyFigures {
  count: number
  /** The size of all response bodies. */
  bytes: number
  /** From the first start to the last end, in milliseconds; undefined if there are no requests. */
  spanMs: number | undefined
  /** The median and p95 of the times of complete requests, in milliseconds; undefined if there are none. */
  medianMs: number | undefined
  p95Ms: number | undefined
}

export const NOTHING: TallyFigures = { count: 0, bytes: 0, spanMs: undefined, medianMs: undefined, p95Ms: undefined }

export class Tally {
  #count = 0
  #bytes = 0
  readonly #starts = new Ascending()
  readonly #ends = new Ascending()
  readonly #times = new Ascending()

  add (entry: ListedEntry): void {
    const { fromMs, toMs } = timeSpanOf(entry)
    this.#count++
    this.#bytes += factsOf(entry).body.size
    this.#starts.add(fromMs)
    this.#ends.add(toMs)
    if (!isPending(entry)) this.#times.add(entry.timeConsuming)
  }

  /** Removes a request that was added. The object must be the same: a changed request is another one. */
  remove (entry: ListedEntry): void {
    const { fromMs, toMs } = timeSpanOf(entry)
    this.#count--
    this.#bytes -= factsOf(entry).body.size
    this.#starts.remove(fromMs)
    this.#ends.remove(toMs)
    if (!isPending(entry)) this.#times.remove(entry.timeConsuming)
  }

  get figures (): TallyFigures {
    const [first, last] = [this.#starts.percentile(0), this.#ends.percentile(100)]
    return {
      count: this.#count,
      bytes: this.#bytes,
      spanMs: first === undefined || last === undefined ? undefined : last - first,
      medianMs: this.#times.percentile(50),
      p95Ms: this.#times.percentile(95)
    }
  }
}
