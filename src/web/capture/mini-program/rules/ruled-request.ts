// Applies rules to `request` of a platform. It takes the place of the platform's own function below the recorder, which records what the
// app gets.
import type { Answer as RuleAnswer } from '../../../../rules/answer.js'
import type { StartingRequest } from '../../../../rules/starting-request.js'
import type { Picked } from '../../../../rules/rule-book.js'
import type { RuleChange } from '../../../../schema/rule.js'
import { quiet } from '../../core/host.js'
import { requestAfter, responseChanges, type ChangedRequest } from '../../core/rules/changes.js'
import { addressOf, headerOf, isDataInAddress, requestBodyOf } from '../bodies.js'
import { putEffect } from '../rule-effect.js'
import type { PlatformAnswer, Ask, RequestOptions } from '../platform.js'
import { changed, needsText, type Changed } from './answer-change.js'
import { bufferOf, failure, joined, outcomeOf, pairsOf, timeoutMs, type PlatformKind, type PlatformOutcome } from './outcome.js'
import { RuledTask } from './ruled-task.js'

/** What this needs from the rules of the session. */
export interface Ruling {
  readonly isActive: boolean
  readonly bodyBytes: number
  pick (asked: StartingRequest): Picked | undefined
  /** Calls `done` with false if the rule ends before. Returns a function that ends the wait. */
  wait (picked: Picked, ms: number, done: (isRuled: boolean) => void): () => void
  /** Runs a call of the platform, which may call the platform below it: that call meets no rules. */
  inside<Result> (run: () => Result): Result
}

/** `isPromised`: whether the platform returns a promise if there is no callback. */
export function ruledRequest (native: Ask, kind: PlatformKind, isPromised: boolean, ruling: Ruling): Ask {
  return options => {
    if (!ruling.isActive || typeof (options as Partial<RequestOptions> | undefined)?.url !== 'string') return native(options)
    const picked = quiet(() => ruling.pick(askedOf(options)))
    if (!picked) return native(options)
    if (!isPromised || hasCallback(options)) return new RuledRequest(native, kind, options, picked, ruling).start()
    return new Promise((resolve, reject) => {
      new RuledRequest(native, kind, { ...options, success: resolve, fail: reject }, picked, ruling).start()
    })
  }
}

function hasCallback ({ success, fail, complete }: RequestOptions): boolean {
  return [success, fail, complete].some(callback => typeof callback === 'function')
}

function askedOf (options: RequestOptions): StartingRequest {
  return {
    method: options.method ?? 'GET',
    url: addressOf(options),
    headers: pairsOf(headerOf(options)),
    get body () {
      const body = requestBodyOf(options, Infinity)
      return body === undefined ? '' : 'text' in body ? body.text : undefined
    }
  }
}

class RuledRequest {
  private readonly control = new RuledTask(() => this.abort())
  private cancelWait = () => {}
  private isOver = false

  constructor (
    private readonly native: Ask, private readonly kind: PlatformKind, private readonly options: RequestOptions,
    private readonly picked: Picked, private readonly ruling: Ruling
  ) {}

  /** Returns the task for the app. */
  start (): unknown {
    const { end, delayMs, changes } = this.picked
    // An app expects no call before `request` has returned.
    if (end || delayMs > 0) this.wait(delayMs, isRuled => this.carryOut(isRuled))
    else this.send(changes)
    return this.control.task
  }

  private carryOut (isRuled: boolean): void {
    const { end, changes } = this.picked
    if (!isRuled) this.sendPlain()
    else if (!end) this.send(changes)
    else if (end.type === 'respond') this.answer(end.answer)
    else if (end.how === 'timeout') this.hang()
    else this.fail(end.how)
  }

  private fail (how: 'network' | 'timeout' | 'abort'): void {
    this.settle({ outcome: failure(this.kind, how) })
  }

  private answer (answer: RuleAnswer): void {
    const isHead = /^head$/i.test(this.options.method ?? '')
    this.settle({ outcome: outcomeOf(this.kind, this.options, isHead ? { ...answer, content: { text: '' } } : answer) })
  }

  private hang (): void {
    const timer = setTimeout(() => {
      this.cancelWait()
      this.fail('timeout')
    }, timeoutMs(this.kind, this.options))
    this.wait(Infinity, () => {
      clearTimeout(timer)
      this.sendPlain()
    })
    const { cancelWait } = this
    this.cancelWait = () => {
      clearTimeout(timer)
      cancelWait()
    }
  }

  private wait (ms: number, done: (isRuled: boolean) => void): void {
    this.cancelWait = this.ruling.wait(this.picked, ms, isRuled => { if (!this.isOver) done(isRuled) })
  }

  private abort (): void {
    if (this.isOver) return
    this.cancelWait()
    setTimeout(() => this.fail('abort'), 0)
  }

  private sendPlain (): void {
    this.isOver = true
    this.control.madeBy(this.ruling.inside(() => this.native(this.options)))
  }

  private send (changes: RuleChange[]): void {
    const { kind, options, picked: { bodies } } = this
    const after = requestAfter({ url: addressOf(options), headers: pairsOf(headerOf(options)) }, changes, bodies)
    const ofResponse = responseChanges(changes)
    const got = (name: PlatformOutcome['name'], answer: PlatformAnswer) => {
      const status = answer.statusCode ?? answer.status ?? 0
      const isChanged = status >= 100 && ofResponse.length > 0
      this.settle(isChanged
        ? changed(kind, options, answer, status, ofResponse, bodies, this.ruling.bodyBytes)
        : { outcome: { name, answer } })
    }
    const { complete, ...rest } = options
    const sent = {
      ...rest,
      ...after && changedOptions(options, after),
      ...needsText(kind, options, ofResponse) && { dataType: 'text' },
      success: (answer: PlatformAnswer) => got('success', answer),
      fail: (answer: PlatformAnswer) => got('fail', answer)
    }
    this.control.madeBy(this.ruling.inside(() => this.native(sent)))
  }

  private settle ({ outcome: { name, answer }, original, note }: Changed): void {
    if (this.isOver) return
    this.isOver = true
    putEffect(answer, { applied: this.picked.applied, original, note })
    if (this.picked.end?.type === 'respond') this.tellListeners(this.picked.end.answer, answer)
    this.options[name]?.(answer)
    this.options.complete?.(answer)
  }

  private tellListeners ({ content }: RuleAnswer, { statusCode, status = statusCode, header, headers = header }: PlatformAnswer): void {
    this.control.tell('HeadersReceived', { statusCode: status, header: headers, cookies: [] })
    if (this.options.enableChunked) this.control.tell('ChunkReceived', { data: bufferOf(content) })
  }
}

function changedOptions (options: RequestOptions, { url, headers, content }: ChangedRequest): Partial<RequestOptions> {
  const header = joined(headers)
  return {
    url,
    ...options.headers && !options.header ? { headers: header } : { header },
    // It is in the address now.
    ...isDataInAddress(options) && { data: undefined },
    ...content && { data: 'text' in content ? content.text : bufferOf(content) }
  }
}
