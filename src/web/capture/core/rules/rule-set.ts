// The rules that an app has. They expire when the service has not answered for ten minutes. A copy is kept on the device.
import type { Rule, RulesReply } from '../../../../schema/rule.js'
import type { StoredBodies } from '../../../../rules/answer.js'
import type { StartingRequest } from '../../../../rules/starting-request.js'
import { RuleBook, type Picked } from '../../../../rules/rule-book.js'
import { quiet, type Host } from '../host.js'
import { RuleBodies, type GivenBody } from './bodies.js'
import { keptText, readKept, SILENCE_MS, type RulesStore } from './kept.js'
import { repliedRules } from './replied.js'
import type { RulesTransport } from './transport.js'
import { Waiting } from './waiting.js'

export interface RuleSetParts {
  host: Pick<Host, 'now' | 'setTimer'>
  transport: Pick<RulesTransport, 'body'>
  /** The time by the clock on the wall, in milliseconds: only to know how old a stored copy is. */
  wallMs (): number
  /** From 0 up to, not including, 1. */
  randomFraction (): number
  /** Keeps the rules for the first requests of the next page or start. */
  store?: RulesStore
  /** Large bodies that are here before they are fetched. */
  givenBody?: GivenBody
}

const SAVE_MS = 500

export class RuleSet {
  private readonly uses = new Map<string, number>()
  private readonly fetched: RuleBodies
  private readonly waiting: Waiting
  private book: RuleBook | undefined
  private reply: RulesReply | undefined
  /** The clock of the service minus the clock of the host. */
  private aheadMs = 0
  private heardMs = -Infinity
  /** When the service sent the current reply, by its clock. */
  private saidMs = 0
  private cancelSave: (() => void) | undefined

  constructor (private readonly parts: RuleSetParts) {
    this.fetched = new RuleBodies(parts.transport, parts.host, stored => parts.givenBody?.(stored), () => this.compile())
    this.waiting = new Waiting(parts.host, rule => this.isLive(rule))
  }

  get bodies (): StoredBodies {
    return this.fetched.known
  }

  /** undefined while there are none. */
  get version (): string | undefined {
    return this.reply?.version
  }

  /** Whether a rule may apply at all: if not, the facts of a request need not be collected. */
  get hasRules (): boolean {
    if (this.book && this.now - this.heardMs > SILENCE_MS) this.drop()
    return this.book !== undefined
  }

  /** Whether a rule asks for the bodies of requests. */
  get readsBody (): boolean {
    return this.hasRules && this.book?.readsBody === true
  }

  /** See RuleBook. */
  pick (asked: StartingRequest, unsure?: (rule: Rule) => void): Picked | undefined {
    if (!this.hasRules) return undefined
    const picked = quiet(() => this.book?.pick(asked, unsure))
    if (picked) this.saveLater()
    return picked
  }

  /** See RulesLink. */
  wait ({ applied: { id, also = [] } }: Picked, ms: number, done: (isRuled: boolean) => void): () => void {
    const ids = [id, ...also.map(({ id }) => id)]
    return this.waiting.add(this.reply?.rules.filter(({ id }) => ids.includes(id)) ?? [], ms, done)
  }

  /** Takes a reply of the service that has just come. Returns it; undefined if it is none, or if newer rules have overtaken it. */
  take (text: string): RulesReply | undefined {
    const reply = repliedRules(text)
    if (!reply) return undefined
    const before = this.reply
    const isOld = before && before.version !== reply.version && reply.now < this.saidMs
    // The next reply is taken in any case: the clock of the service may have been set back.
    this.saidMs = isOld ? 0 : reply.now
    if (isOld) return undefined
    this.heardMs = this.now
    this.aheadMs = reply.now - this.now
    this.reply = reply
    // A copy may name the same version, whatever it contains. Other apps of the device share the same rules time and again.
    const isSame = before?.off === reply.off && before.version === reply.version && isEqual(before.rules, reply.rules)
    if (!isSame) {
      this.forgetUses(before?.rules ?? reply.rules, reply.rules)
      this.fetched.load(reply.rules.filter(({ enabled, expires }) => enabled && expires > reply.now))
      this.compile()
    }
    this.saveLater()
    return reply
  }

  /** The service has said that the version is still the same. `serviceMs`: its time then; 0 if it did not say it. */
  confirm (serviceMs: number): void {
    this.heardMs = this.now
    // The clock of the host may stand still while the device sleeps, and is then further behind the service's than before. It is never less
    // far behind: if the difference seems smaller, this is only the time that the answer took to arrive.
    this.aheadMs = Math.max(this.aheadMs, serviceMs - this.now)
    this.saidMs = Math.max(this.saidMs, serviceMs)
    this.saveLater()
  }

  /** Takes the copy on the device, if it is fresh. */
  restore (): void {
    const kept = quiet(() => readKept(this.parts.store?.read(), this.parts.wallMs()))
    if (!kept) return
    for (const [id, count] of kept.uses) this.uses.set(id, count)
    if (this.take(JSON.stringify(kept.reply))) this.heardMs = this.now - kept.ageMs
    this.saidMs = 0
  }

  /** From now on, there are none. Requests that wait are made. */
  drop (): void {
    this.book = undefined
    this.reply = undefined
    this.waiting.check()
    this.saveLater()
  }

  stop (): void {
    this.fetched.stop()
    this.drop()
    this.cancelSave?.()
  }

  /** The reply as the service would have given it when it was last asked; undefined if there is none. */
  lastReply (holdMs: number): string | undefined {
    return this.replyAt(this.saidMs, holdMs)
  }

  save (): void {
    this.cancelSave?.()
    this.cancelSave = undefined
    const { parts } = this
    const reply = this.replyAt(this.heardMs + this.aheadMs, 0)
    quiet(() => parts.store?.write(reply && keptText(reply, this.uses, parts.wallMs() - (this.now - this.heardMs))))
  }

  private get now (): number {
    return this.parts.host.now()
  }

  private isLive (rule: Rule): boolean {
    if (!this.hasRules) return false
    const current = this.reply?.rules.find(({ id }) => id === rule.id)
    return current?.enabled === true && current.expires > this.now + this.aheadMs &&
      (current === rule || isEqual(current.action, rule.action))
  }

  /** `now`: by the clock of the service. */
  private replyAt (now: number, holdMs: number): string | undefined {
    return this.reply && JSON.stringify({ ...this.reply, now, holdMs })
  }

  /** A rule that was changed starts counting its `times` again. */
  private forgetUses (before: Rule[], after: Rule[]): void {
    for (const id of this.uses.keys()) {
      const [old, current] = [before, after].map(rules => rules.find(rule => rule.id === id))
      if (!current || (old && !isEqual(whatItDoes(old), whatItDoes(current)))) this.uses.delete(id)
    }
  }

  private compile (): void {
    const { reply, uses, parts } = this
    const book = reply && !reply.off && new RuleBook(reply.rules, {
      random: () => parts.randomFraction(), nowMs: () => this.now + this.aheadMs, bodies: this.bodies, uses
    })
    this.book = book && !book.isEmpty ? book : undefined
    this.waiting.check()
    this.saveLater()
  }

  private saveLater (): void {
    if (this.parts.store) this.cancelSave ??= this.parts.host.setTimer(() => this.save(), SAVE_MS)
  }
}

function whatItDoes ({ match, action, times, chance }: Rule): unknown {
  return { match, action, times, chance }
}

function isEqual (one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
