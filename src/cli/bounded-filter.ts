// Limits the time of filters with regular expressions. An expression such as `(y+)+z` may take years for a long text, and would block the
// whole process. Node's `vm` stops code that takes too long, even inside a regular expression.
import { createContext, Script } from 'node:vm'
import type { EntryFilter } from '../filter/entry-filter.js'
import { parse } from '../filter/parse.js'
import { hasRegex } from '../filter/regex-terms.js'
import { usageFailure } from './failure.js'

/** The limit for all entries of a list together. */
const MAX_MS = 5000
/** The limit grows again by this fraction of the elapsed time, for filters that run for hours. */
const REFILL_RATE = 0.1

/** A filter that throws a Failure if its regular expressions take too long. A filter without any is returned as it is. */
export function bounded (filter: EntryFilter): EntryFilter {
  if (!hasRegex(parse(filter.text))) return filter
  const limit = new Limit()
  const matches = (entry: Parameters<EntryFilter>[0]) => limit.run(() => filter(entry))
  // This only provides hints after the result is known, so a timeout here is not a failure.
  const missing: EntryFilter['missing'] = entry => {
    try {
      return limit.run(() => filter.missing(entry))
    } catch {
      return [filter.text]
    }
  }
  return Object.assign(matches, { ...filter, missing })
}

class Limit {
  private readonly box: { work?: () => void } = {}
  private readonly context = createContext(this.box)
  private readonly script = new Script('work()')
  private leftMs = MAX_MS
  private lastMs = performance.now()

  run<Outcome> (work: () => Outcome): Outcome {
    const nowMs = performance.now()
    this.leftMs = Math.min(MAX_MS, this.leftMs + (nowMs - this.lastMs) * REFILL_RATE)
    this.lastMs = nowMs
    if (this.leftMs < 1) throw tooLong()
    let outcome: { value: Outcome } | undefined
    this.box.work = () => {
      const startMs = performance.now()
      outcome = { value: work() }
      this.leftMs -= performance.now() - startMs
    }
    try {
      this.script.runInContext(this.context, { timeout: Math.ceil(this.leftMs) })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      this.leftMs = 0
      throw tooLong()
    }
    if (!outcome) throw tooLong()
    return outcome.value
  }
}

function tooLong (): Error {
  return usageFailure(`A regular expression of the filter takes more than ${MAX_MS / 1000} s: make it simpler, or search for plain text`)
}
