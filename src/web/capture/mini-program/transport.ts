// Sends batches from a mini-program with the platform's own `request`: at most two at once, because the platform allows an app only ten. In
// the background, requests would fail after some seconds, so they wait until the app is shown again.
import { quiet, type BatchAnswer, type Transport } from '../core/host.js'
import type { CaptureOptions } from '../core/options.js'
import { headerOf } from './bodies.js'
import type { Ask, Platform } from './platform.js'
import { unrecorded } from './wrap.js'

const MAX_AT_ONCE = 2
const TIMEOUT_MS = 20_000

interface Got extends BatchAnswer {
  data: unknown
  /** The header `Earshot-Rules`. */
  rules: string | undefined
}

export class MiniTransport implements Transport {
  /** Gets the header `Earshot-Rules` of each answer that has it. */
  heard: ((rules: string) => void) | undefined
  private readonly waiting: (() => void)[] = []
  private running = 0
  private isHidden = false

  /** `native`: the platform's own `request`, even if it is replaced now. Its interceptors, as uni has them, must not see our requests. */
  constructor (
    private readonly options: Pick<CaptureOptions, 'url' | 'session' | 'token'>,
    private readonly platform: Platform,
    private readonly native: Ask
  ) {}

  /** Pauses while the app is in the background. `flush` is called just before that: it is the last chance to send. */
  restInBackground (flush: () => void): void {
    this.platform.onAppHide?.(() => {
      flush()
      this.isHidden = true
    })
    this.platform.onAppShow?.(() => {
      this.isHidden = false
      this.next()
    })
  }

  async send (body: string): Promise<BatchAnswer> {
    return await this.push(body, this.options.session)
  }

  /** Sends to another session, in turn with this one. */
  inSession (session: string): Transport {
    return { send: async body => await this.push(body, session) }
  }

  private async push (body: string, session: string): Promise<BatchAnswer> {
    const got = await this.ask('POST', '/capture/batch', '', body, 'text', session)
    if (got.rules !== undefined) quiet(() => this.heard?.(got.rules ?? ''))
    return got
  }

  /** `more`: of the query. */
  async get (path: string, more: string, responseType = 'text'): Promise<Got> {
    return await this.ask('GET', path, more, undefined, responseType)
  }

  async online (): Promise<boolean> {
    const { status, text } = await this.ask('GET', '/capture/online')
    if (status !== 200) throw new Error(`the service answered ${status}`)
    return (JSON.parse(text) as { online?: unknown }).online === true
  }

  private ask (
    method: string, path: string, more = '', data?: string, responseType = 'text', session = this.options.session
  ): Promise<Got> {
    return new Promise((resolve, reject) => {
      this.waiting.push(() => this.run(method, this.address(path, session) + more, data, responseType, resolve, reject))
      this.next()
    })
  }

  private next (): void {
    while (!this.isHidden && this.running < MAX_AT_ONCE) {
      const run = this.waiting.shift()
      if (!run) return
      this.running++
      run()
    }
  }

  private run (
    method: string, url: string, data: string | undefined, responseType: string, resolve: (answer: Got) => void,
    reject: (error: Error) => void
  ): void {
    const header = { 'content-type': 'text/plain;charset=UTF-8' }
    const over = (end: () => void) => {
      this.running--
      end()
      this.next()
    }
    const options = {
      url,
      method,
      header,
      headers: header,
      // Alipay has only this one.
      dataType: responseType,
      responseType,
      timeout: TIMEOUT_MS,
      ...(data !== undefined && { data }),
      success: (answer: object) => over(() => resolve(answerOf(answer))),
      fail: (answer: { errMsg?: string, errorMessage?: string, status?: number }) =>
        over(() => answer.status ? resolve(answerOf(answer)) : reject(new Error(answer.errMsg ?? answer.errorMessage ?? 'not sent')))
    }
    try {
      unrecorded(() => { this.native.call(this.platform, options) })
    } catch (error) {
      over(() => reject(error instanceof Error ? error : new Error(String(error))))
    }
  }

  private address (path: string, session: string): string {
    const { url, token } = this.options
    return `${url.replace(/\/+$/, '')}${path}?sessionId=${encodeURIComponent(session)}${token ? `&token=${encodeURIComponent(token)}` : ''}`
  }
}

function answerOf (answer: { statusCode?: number, status?: number, data?: unknown, header?: Record<string, unknown> }): Got {
  const { statusCode, status, data } = answer
  const header = headerOf(answer)
  const seconds = Number(header['Retry-After'] ?? header['retry-after'])
  const text = typeof data === 'string' ? data : JSON.stringify(data) ?? ''
  const rules = header['Earshot-Rules'] ?? header['earshot-rules']
  const said = { data, rules: typeof rules === 'string' ? rules : undefined }
  return { status: statusCode ?? status ?? 0, text, ...said, ...(seconds > 0 && { retryAfterMs: seconds * 1000 }) }
}
