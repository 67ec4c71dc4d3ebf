// Applies rules to fetch. Until a rule matches, nothing of the page's arguments is consumed, and no code of the page is called. Once a rule
// matches, a Request is made from the arguments as fetch itself would do it, with the same errors.
import type { StartingRequest } from '../../../../rules/starting-request.js'
import type { Picked } from '../../../../rules/rule-book.js'
import { quiet } from '../../core/host.js'
import { pageRequestOf, requestOf, watchedInit } from '../fetch-arguments.js'
import type { Call } from '../frameless.js'
import { bodyText } from './body-text.js'
import { answered } from './dressed.js'
import { abortError, networkError } from './failures.js'
import { changedFetch, type Fetch } from './fetch-change.js'
import { NativeRequest } from './natives.js'
import type { Ruling, Rulings } from './rulings.js'

export class FetchRules {
  constructor (private readonly rulings: Rulings) {}

  /** Puts another function in the place of the browser's if a rule applies. */
  before (call: Call): void {
    const [native, self, [input, init]] = call
    if ((self as unknown) !== undefined && (self as unknown) !== window) return
    // With getters, only the browser may read it, once.
    const plainInit = init instanceof NativeRequest ? membersOf(init) : init as RequestInit | undefined
    if (watchedInit(plainInit) || typeof plainInit?.method === 'object') return
    const asked = askedOf(input, plainInit)
    const ruling = asked && this.rulings.find(asked)
    const { picked } = ruling ?? {}
    if (!ruling || !picked) return
    const plain: Fetch = (input, init) => Reflect.apply(native, self, [input, init]) as Promise<Response>
    call[0] = (...args: Parameters<Fetch>) => this.apply(ruling, picked, plain, args)
  }

  private apply (ruling: Ruling, picked: Picked, native: Fetch, args: Parameters<Fetch>): Promise<Response> {
    let request: Request
    try {
      request = new NativeRequest(...args)
    } catch {
      // Its error names fetch.
      return native(...args)
    }
    const { end, delayMs, changes } = picked
    const { signal } = request
    if (signal.aborted) return rejected(signal.reason as Error)
    if (!end && delayMs === 0) return changedFetch(native, request, changes, ruling, this.rulings)
    const error = end?.type !== 'fail' ? undefined : end.how === 'abort' ? abortError() : networkError()
    return new Promise((resolve, reject) => {
      const over = (isRuled: boolean) => {
        forget()
        if (!isRuled) ruling.note('the rule ended while the request waited, so the request was made without it')
        if (isRuled && end?.type === 'respond') resolve(answered(request, end.answer))
        else if (isRuled && error) reject(error)
        else changedFetch(native, request, isRuled ? changes : [], ruling, this.rulings).then(resolve, reject)
      }
      const abort = () => {
        forget()
        reject(signal.reason as Error)
      }
      // A page that is left does not come back to make the request.
      const leave = () => over(false)
      const cancelWait = this.rulings.link.wait(picked, end?.type === 'fail' && end.how === 'timeout' ? Infinity : delayMs, over)
      const forget = () => {
        cancelWait()
        signal.removeEventListener('abort', abort)
        window.removeEventListener('pagehide', leave)
      }
      signal.addEventListener('abort', abort)
      if (request.keepalive && !end) window.addEventListener('pagehide', leave)
    })
  }
}

// A rejection is what the page has given, whatever it is.
function rejected (reason: Error): Promise<never> {
  return new Promise((_resolve, reject) => { reject(reason) })
}

/** A Request may be given as `init`, too. */
function membersOf ({ method, headers, body, signal }: Request): RequestInit {
  return { method, headers, body, signal }
}

function askedOf (input: unknown, init: RequestInit | undefined): StartingRequest | undefined {
  return quiet(() => {
    const { method, address: url, headers, body } = pageRequestOf(input, requestOf(input), Object(init) as RequestInit)
    if (url === undefined) return undefined
    return {
      method,
      url,
      headers,
      get body () {
        // Only a promise has the body of a Request.
        const isInside = body === undefined && input instanceof NativeRequest && !/^(?:GET|HEAD)$/.test(input.method)
        return isInside ? undefined : bodyText(body)
      }
    }
  })
}
