// Loads scripts and source maps from the hosts of apps, in the viewer's browser, without cookies.
import type { Fault, LoadedFile, ResolveOptions } from '../model/initiator/resolve.js'
import type { Ask } from '../sender/ask.js'
import type { Incoming, SendResult } from '../sender/message.js'

const MAX_MS = 30_000

export function loaderBy (ask: Ask): ResolveOptions['load'] {
  return async (url, signal) => {
    const over = new AbortController()
    const stop = () => over.abort()
    const timer = setTimeout(stop, MAX_MS)
    signal.addEventListener('abort', stop)
    const result = await ask({ method: 'GET', url, headers: [], body: undefined, credentials: 'omit' }, over.signal)
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    return fileOf(url, result, over.signal.aborted)
  }
}

function fileOf (url: string, result: SendResult, isSlow: boolean): LoadedFile | Fault {
  if (isSlow) return { what: 'slow', url }
  if ('failed' in result) return { what: 'unreachable', url }
  const { status, cut, body, headers, url: final } = result.incoming
  if (status < 200 || status > 299) return { what: 'status', url, status }
  if (cut !== undefined) return { what: cut === 'large' ? 'large' : 'unreachable', url }
  return { bytes: body, url: final || url, header: mapHeader(headers) }
}

function mapHeader (headers: Incoming['headers']): string | undefined {
  return headers.find(([name]) => /^(?:x-)?sourcemap$/i.test(name))?.[1]
}
