// Wraps fetch. The browser's own fetch gets the page's own arguments; only an `init` with getters is replaced by a proxy, so that each
// getter is called once. For each call, the recorder clones a Request and looks for getters before it calls the browser's fetch, and does
// the rest of its work after that.
import { quiet } from '../core/host.js'
import { isTextual } from './binary.js'
import { pageRequestOf, requestOf, watchedInit, signalOf } from './fetch-arguments.js'
import { reasonOf } from './heads.js'
import { observed } from './observed.js'
import type { Patches } from './patch.js'
import type { PageRequest, Recording } from './recording.js'
import { ResponseTaps } from './response-taps.js'
import type { BodyRecord } from '../core/body.js'
import type { Exchange } from '../core/exchange.js'

export function wrapFetch (patches: Patches, recording: Recording): void {
  const taps = new ResponseTaps(recording)
  taps.wrap(patches)
  patches.add(globalThis, 'fetch', call => {
    const [, , [input, given]] = call
    const request = requestOf(input)
    const copy = quiet(() => copyOf(request, recording))
    const { opened } = recording
    const seen = quiet(() => watchedInit(given))
    if (seen) call[2] = [input, seen.given]
    return (promise: Promise<Response>) => {
      if (recording.opened !== opened || typeof promise?.then !== 'function') return promise
      const init = Object(seen ? seen.read : given) as RequestInit
      const signal = quiet(() => signalOf(request, init))
      const exchange = quiet(() => begin(recording, pageRequestOf(input, request, init), copy))
      const fail = (error: unknown) => {
        copy?.cancel.abort()
        exchange?.fail(reasonOf(error, signal))
      }
      // The browser's promise is rejected already; a derived one would reject a microtask later.
      if (signal?.aborted) {
        quiet(() => fail(signal.reason))
        return promise
      }
      // Also if it is not recorded: otherwise, the browser would not report a rejection that the page does not handle.
      return observed(promise, response => exchange && taps.add(response as Response, exchange, signal), fail)
    }
  })
}

interface Copy {
  body: Promise<BodyRecord>
  /** The browser cancels the source of a stream only if each of its copies is canceled. */
  cancel: AbortController
}

// The body of a Request can only be read before the request is sent.
function copyOf (request: Request | undefined, recording: Recording): Copy | undefined {
  if (!request || /^(?:GET|HEAD)$/.test(request.method) || request.bodyUsed) return undefined
  const type = request.headers.get('content-type') ?? ''
  if (!isTextual(type)) return undefined
  const cancel = new AbortController()
  return { body: recording.readCopy(request.clone(), type, cancel.signal), cancel }
}

function begin (recording: Recording, asked: PageRequest, copy: Copy | undefined): Exchange | undefined {
  const exchange = recording.begin(asked)
  if (exchange && asked.body === undefined) copy?.body.then(body => exchange.requestBody(body), () => {})
  return exchange
}
