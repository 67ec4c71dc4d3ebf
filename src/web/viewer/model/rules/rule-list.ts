// The list of the session's rules, which all viewers share: its last known state, and how it is changed. Every change is a function of the
// current list. If another viewer has changed the list meanwhile, the function is applied to the new list, so that no change is lost.
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import { RULES_OFF } from '../../../../schema/rule-limits.js'
import type { GivenRules, Rule, Rules, RulesReply } from '../../../../schema/rule.js'
import { Refused, type AskOptions } from '../session/api.js'

/** The state of the list. `off`: the service has no rules; `missing`: it is of a version that does not know them. */
export type Access =
  | { name: 'unread' | 'ready' | 'missing' }
  | { name: 'off' | 'failed', sentence: string }

/** Returns the list to store. Throws if the change makes no sense any more; then nothing is stored. */
export type ListChange = (rules: readonly Rule[], off: boolean) => GivenRules

export interface RulesService {
  ask (method: 'GET' | 'PUT', path: string, body?: string, options?: AskOptions): Promise<Response>
}

/** A change is given up if another viewer was faster this many times. */
const MAX_TRIES = 5
const PATH = 'capture/rules'
/** setTimeout accepts no longer delay. */
const MAX_WAIT_MS = 2 ** 31 - 1

export class RuleList {
  readonly #service: RulesService
  readonly #rules = signal<readonly Rule[]>([])
  readonly #off = signal(false)
  readonly #access = signal<Access>({ name: 'unread' })
  readonly #needsToken = signal(false)
  readonly #refusal = signal<string | undefined>(undefined)
  /** The clock of Redis is ahead of this device's by this much. */
  readonly #aheadMs = signal(0)
  readonly #ended = signal(0)
  readonly #active = computed(() => {
    this.#ended.value // eslint-disable-line
    const nowMs = this.nowMs()
    return this.#off.value ? [] : this.#rules.value.filter(({ enabled, expires }) => enabled && expires > nowMs)
  })

  #version = '0'
  /** Counts the lists that were announced: a reply that was requested before the last of them may be older than it. */
  #heard = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #writing: Promise<unknown> = Promise.resolve()

  constructor (service: RulesService) {
    this.#service = service
  }

  /** In the order in which they are tried. */
  get rules (): ReadonlySignal<readonly Rule[]> { return this.#rules }

  /** Whether all rules are off, by the one switch. */
  get off (): ReadonlySignal<boolean> { return this.#off }

  /** The rules that apply now. */
  get active (): ReadonlySignal<readonly Rule[]> { return this.#active }

  get access (): ReadonlySignal<Access> { return this.#access }

  /** Whether the service refused the last change because of the token. */
  get needsToken (): ReadonlySignal<boolean> { return this.#needsToken }

  /** Why this page may read rules, but not edit them, although its token permits it: a sentence of the service. */
  get refusal (): ReadonlySignal<string | undefined> { return this.#refusal }

  /** The time by the clock of Redis, by which rules end. */
  nowMs (): number {
    return Date.now() + this.#aheadMs.value
  }

  rule (id: string): Rule | undefined {
    return this.#rules.value.find(rule => rule.id === id)
  }

  /** `isEditing`: tells the service that a person edits rules, so that apps ask more often. Never rejects. */
  async read (isEditing = false): Promise<void> {
    try {
      const heard = this.#heard
      const response = await this.#service.ask('GET', PATH, undefined, isEditing ? { query: { editing: '1' } } : {})
      const reply = await response.json() as RulesReply
      // A newer list was announced meanwhile.
      if (heard === this.#heard) this.#adopt(reply)
      this.#aheadMs.value = reply.now - Date.now()
      this.#access.value = { name: 'ready' }
      if (isEditing) this.#refusal.value = undefined
    } catch (error) {
      if (!isEditing || !isForbidden(error) || isOff(error)) this.#access.value = accessAfter(error, this.#access.peek())
      else {
        this.#refusal.value = error.message
        await this.read()
      }
    }
  }

  /** A list that the live channel announced. */
  hear (rules: Rules): void {
    this.#heard++
    this.#adopt(rules)
  }

  /** Applies a change to the newest list and stores it. Changes are stored one after the other. Rejects with a sentence for a person. */
  async change (change: ListChange): Promise<void> {
    const own = this.#writing.then(async () => this.#write(change))
    this.#writing = own.catch(() => {})
    return await own
  }

  /** `stored`: the name of the body. */
  async bodyOf (id: string, stored: string): Promise<Uint8Array<ArrayBuffer>> {
    const reply = await this.#service.ask('GET', `${PATH}/${encodeURIComponent(id)}/body`, undefined, { query: { stored } })
    return new Uint8Array(await reply.arrayBuffer())
  }

  tokenGiven (): void {
    this.#needsToken.value = false
  }

  close (): void {
    clearTimeout(this.#timer)
  }

  async #write (change: ListChange): Promise<void> {
    if (this.#access.peek().name !== 'ready') await this.read()
    for (let tries = 1; ; tries++) {
      const body = JSON.stringify(change(this.#rules.peek(), this.#off.peek()))
      const headers = { 'content-type': 'application/json', 'if-match': `"${this.#version}"` }
      try {
        const heard = this.#heard
        const reply = await (await this.#service.ask('PUT', PATH, body, { headers })).json() as RulesReply
        this.#needsToken.value = false
        this.#refusal.value = undefined
        this.#aheadMs.value = reply.now - Date.now()
        if (heard === this.#heard || reply.version === this.#version) this.#adopt(reply)
        else await this.read()
        return
      } catch (error) {
        this.#noteRefusal(error)
        if (!(error instanceof Refused && error.status === 409) || tries === MAX_TRIES) throw error
        await this.read()
      }
    }
  }

  #noteRefusal (error: unknown): void {
    if (error instanceof Refused && error.status === 401) this.#needsToken.value = this.#access.peek().name === 'ready'
    if (!isForbidden(error)) return
    if (isOff(error)) this.#access.value = { name: 'off', sentence: error.message }
    else this.#refusal.value = error.message
  }

  #adopt ({ version, off, rules }: Rules): void {
    this.#version = version
    batch(() => {
      this.#off.value = off
      this.#rules.value = rules
    })
    this.#awaitEnd()
  }

  // The next rule that ends changes what is active.
  #awaitEnd (): void {
    clearTimeout(this.#timer)
    const nowMs = this.nowMs()
    const ends = this.#rules.peek().map(({ expires }) => expires).filter(expires => expires > nowMs)
    if (ends.length === 0) return
    this.#timer = setTimeout(() => {
      this.#ended.value++
      this.#awaitEnd()
    }, Math.min(MAX_WAIT_MS, Math.max(0, Math.min(...ends) - nowMs) + 1))
  }
}

function accessAfter (error: unknown, before: Access): Access {
  const sentence = error instanceof Error ? error.message : String(error)
  if (!(error instanceof Refused)) return before.name === 'ready' ? before : { name: 'failed', sentence }
  return isOff(error) ? { name: 'off', sentence } : error.status === 404 ? { name: 'missing' } : { name: 'failed', sentence }
}

/** It permits nobody to do this, or no page of this origin; a token would not change that. */
export function isForbidden (error: unknown): error is Refused {
  return error instanceof Refused && error.status === 403
}

function isOff (error: Refused): boolean {
  return error.status === 403 && error.message.startsWith(RULES_OFF)
}
