// Requests that wait because of a rule. If the rule ends or changes while a request waits, the request is made as if there were no rule.
import type { Rule } from '../../../../schema/rule.js'
import { quiet, type Host } from '../host.js'

interface Wait {
  rules: Rule[]
  end (isRuled: boolean): void
}

/** A rule ends by the clock, without an event. */
const CHECK_MS = 500

export class Waiting {
  private readonly waits = new Set<Wait>()
  private cancelCheck: (() => void) | undefined

  constructor (private readonly host: Pick<Host, 'setTimer'>, private readonly isLive: (rule: Rule) => boolean) {}

  /** See RulesLink.wait. */
  add (rules: Rule[], ms: number, done: (isRuled: boolean) => void): () => void {
    const forget = () => {
      cancel()
      this.waits.delete(wait)
    }
    const wait: Wait = {
      rules,
      end: isRuled => {
        // A check may be called within a check.
        if (!this.waits.has(wait)) return
        forget()
        quiet(() => done(isRuled))
      }
    }
    const cancel = ms === Infinity ? () => {} : this.host.setTimer(() => wait.end(true), ms)
    this.waits.add(wait)
    this.watch()
    return forget
  }

  /** Ends the waits of all rules that are no more. */
  check (): void {
    for (const wait of [...this.waits]) {
      if (!wait.rules.every(rule => this.isLive(rule))) wait.end(false)
    }
  }

  private watch (): void {
    if (this.waits.size === 0) return
    this.cancelCheck ??= this.host.setTimer(() => {
      this.cancelCheck = undefined
      this.check()
      this.watch()
    }, CHECK_MS)
  }
}
