// The link of an app to the rules of its session, on all platforms: asks for them, learns of changes, and picks the rule for a request. It
// never makes a request of the app wait for the service.
import type { Rule } from '../../../../schema/rule.js'
import type { StoredBodies } from '../../../../rules/answer.js'
import type { StartingRequest } from '../../../../rules/starting-request.js'
import type { Picked } from '../../../../rules/rule-book.js'
import { RuleSet, type RuleSetParts } from './rule-set.js'
import type { RulesAnswer, RulesTransport } from './transport.js'

export interface LinkParts extends RuleSetParts {
  transport: RulesTransport
  /** Whether this app may hold a request now. Without it, it never does, and polls. */
  mayHold? (): boolean
  /** Gives a reply to other apps of the same session on this device; they call `received` with it. */
  share? (text: string): void
  /** Whether these apps agree which of them may hold a request. If not, each polls, unless another has just shared a reply. */
  takesTurns?: boolean
}

const HELD_SECONDS = 25
/** Where no request can be held: while a viewer edits, or while the rules are not first-hand, such as a copy of another tab. */
const POLL_MS = 3000
/** While nobody edits. */
const SLOW_POLL_MS = 10_000
/** In case a service, or a proxy, does not hold requests. */
const MIN_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000
/** After another app of this device has shared a reply, this one does not ask for so long: longer than that app may hold its request. */
const SERVED_MS = 30_000
/** The same if no app holds a request: two pauses of polling, so that the next shared reply comes in time. */
const SERVED_PAUSES = 2

export class RulesLink {
  private readonly rules: RuleSet
  private holdUntilMs = -Infinity
  private servedUntilMs = -Infinity
  private failures = 0
  private askedMs = -Infinity
  private isAwake = false
  /** The service has no rules, or refuses to give them. */
  private isRefused = false
  /** Whether the rules are what the service itself has answered. Others, such as a copy, are replaced by the next answer. */
  private isFirstHand = false
  private isOver = false
  private cancelAsk: (() => void) | undefined
  private cancelTimer: (() => void) | undefined

  constructor (private readonly parts: LinkParts) {
    this.rules = new RuleSet(parts)
  }

  /** Takes the stored rules, if they are fresh, and asks for the current ones once; `wake` follows if the app is visible. */
  start (): void {
    this.rules.restore()
    this.ask()
  }

  /** The app is visible, or in the foreground, again: from now on it learns of changes by itself. */
  wake (): void {
    if (this.isAwake) return
    this.isAwake = true
    this.ask()
  }

  /** The app is hidden, or left: it holds no request and asks for nothing, but still learns of changes from the answers to its pushes. */
  sleep (): void {
    if (this.isOver) return
    this.isAwake = false
    this.cancel()
    this.rules.save()
  }

  /** Ends for good. Requests that wait are made. */
  stop (): void {
    this.sleep()
    this.isOver = true
    this.rules.stop()
  }

  /** An answer to a push had the header `Earshot-Rules`: `<version>;now=<ms>`, with `hold=<seconds>` while viewers edit. */
  heard (header: string): void {
    if (this.isOver) return
    const wasEdited = this.isEdited
    this.isRefused = false
    if (!this.applyHeader(header)) {
      // An answer that is under way, held or not, has the new version.
      if (!this.cancelAsk) this.plan(this.askedMs + MIN_PAUSE_MS - this.now)
    } else if (this.isEdited && !wasEdited) this.schedule()
  }

  /** Another app of this device shares a reply. */
  received (text: string): void {
    const reply = this.isOver ? undefined : this.rules.take(text)
    if (!reply) return
    this.isFirstHand = false
    this.holdUntilMs = this.now + reply.holdMs
    this.servedUntilMs = this.now + (this.parts.takesTurns ? SERVED_MS : SERVED_PAUSES * this.pollMs)
    this.schedule()
  }

  /** Whether this app may hold a request has changed. */
  holdChanged (): void {
    this.schedule()
  }

  /** Whether a rule may apply at all: if not, the facts of a request need not be collected. */
  get hasRules (): boolean {
    return this.rules.hasRules
  }

  /** The bodies that the actions of rules refer to. */
  get bodies (): StoredBodies {
    return this.rules.bodies
  }

  /** Whether a rule asks for the bodies of requests. */
  get readsBody (): boolean {
    return this.rules.readsBody
  }

  /** See RuleBook. */
  pick (asked: StartingRequest, unsure?: (rule: Rule) => void): Picked | undefined {
    return this.rules.pick(asked, unsure)
  }

  /**
   * A request waits because of a rule. Calls `done` once: with true after `ms` (Infinity: never), with false if one of its rules has ended
   * or was changed before; then the request is made as if there were no rule. Returns a function that ends the wait without a call.
   */
  wait (picked: Picked, ms: number, done: (isRuled: boolean) => void): () => void {
    return this.rules.wait(picked, ms, done)
  }

  private get now (): number {
    return this.parts.host.now()
  }

  private get isEdited (): boolean {
    return this.now < this.holdUntilMs
  }

  private get pollMs (): number {
    return this.isEdited ? POLL_MS : SLOW_POLL_MS
  }

  private get mayHold (): boolean {
    return this.parts.mayHold?.() === true
  }

  /** Takes from a header `Earshot-Rules` what it says. Returns whether the rules are those of its version. */
  private applyHeader (header: string): boolean {
    this.holdUntilMs = this.now + 1000 * Number(/;\s*hold=(\d+)/.exec(header)?.[1] ?? 0)
    const isCurrent = header.split(';')[0] === this.rules.version
    // Whatever a copy contains, it may name the current version.
    if (isCurrent && this.isFirstHand) this.rules.confirm(Number(/;\s*now=(\d+)/.exec(header)?.[1] ?? 0))
    return isCurrent
  }

  private cancel (): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
    this.cancelAsk?.()
    this.cancelAsk = undefined
  }

  /** Plans the next request for the rules; does nothing while one is under way. */
  private schedule (leastMs = 0): void {
    if (this.cancelAsk) return
    this.cancelTimer?.()
    this.cancelTimer = undefined
    if (this.isAwake && !this.isRefused && !this.isOver) this.plan(Math.max(leastMs, this.pauseMs()))
  }

  private plan (ms: number): void {
    this.cancelTimer?.()
    this.cancelTimer = this.parts.host.setTimer(() => this.ask(), Math.max(0, ms))
  }

  private pauseMs (): number {
    // Random: all apps lose a service at the same moment.
    if (this.failures > 0) return Math.min(MAX_PAUSE_MS, (1000 + 4000 * this.parts.randomFraction()) * 2 ** (this.failures - 1))
    const servedMs = this.servedUntilMs - this.now
    if (servedMs > 0 && !this.mayHold) return servedMs
    if (!this.isEdited && this.isFirstHand) return SLOW_POLL_MS
    return this.mayHold ? 0 : POLL_MS
  }

  private ask (): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
    if (this.cancelAsk || this.isOver) return
    this.askedMs = this.now
    const after = this.isFirstHand ? this.rules.version : undefined
    const isHeld = after !== undefined && this.isAwake && this.isEdited && this.mayHold
    const asked = this.parts.transport.ask({ ...after !== undefined && { after }, ...isHeld && { waitSeconds: HELD_SECONDS } })
    const cancel = this.cancelAsk = () => asked.cancel()
    const once = (then: () => void) => {
      if (this.cancelAsk !== cancel) return
      this.cancelAsk = undefined
      then()
    }
    asked.answer.then(answer => once(() => this.answered(answer, after)), () => once(() => this.failed())).catch(() => {})
  }

  /** `before`: the version that was known. */
  private answered (answer: RulesAnswer, before: string | undefined): void {
    if (!this.applyReply(answer)) return this.failed()
    this.failures = 0
    // After a change, the rules are requested again without a pause.
    const pauseMs = this.rules.version === before ? this.askedMs + MIN_PAUSE_MS - this.now : 0
    this.schedule(Math.max(answer.retryAfterMs ?? 0, pauseMs))
  }

  private applyReply ({ status, text, rules }: RulesAnswer): boolean {
    switch (status) {
      case 200: {
        const reply = this.rules.take(text)
        if (!reply) return false
        this.isRefused = false
        this.isFirstHand = true
        this.holdUntilMs = this.now + reply.holdMs
        this.parts.share?.(text)
        return true
      }
      case 204: case 304: {
        // Without a version, the service has not compared: the next request reads all.
        this.isFirstHand &&= rules !== undefined && this.applyHeader(rules)
        const reply = this.isFirstHand && this.parts.share && this.rules.lastReply(Math.max(0, this.holdUntilMs - this.now))
        if (reply) this.parts.share?.(reply)
        return true
      }
      // A replica of an older version answers 404; during an update, the next one may know of rules.
      case 404:
        if (this.rules.version !== undefined) return false
        this.isRefused = true
        return true
      // The service has no rules, or this token may not read them.
      case 401: case 403:
        this.isRefused = true
        this.rules.drop()
        return true
      default: return false
    }
  }

  private failed (): void {
    this.failures++
    this.schedule()
  }
}
