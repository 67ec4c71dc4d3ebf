// The errors of requests that fail, as the browser makes them.
import { quiet } from '../../core/host.js'
import { NativeTypeError } from './natives.js'

const { userAgent } = navigator
export const isChromium = /Chrom(?:e|ium)\//.test(userAgent)
const NETWORK = isChromium
  ? 'Failed to fetch'
  : /Firefox\//.test(userAgent) ? 'NetworkError when attempting to fetch resource.' : 'Load failed'

// Both are made while the page's own function is on the stack, so that their stacks name it.

export function networkError (): TypeError {
  const error = new NativeTypeError(NETWORK)
  quiet(() => { error.stack = withoutOwn(error.stack) })
  return error
}

export function abortError (): Error {
  const error = quiet(() => AbortSignal.abort().reason as Error) ?? new DOMException('The user aborted a request.', 'AbortError')
  quiet(() => { error.stack = withoutOwn(error.stack) })
  return error
}

/** This script in a stack: the first line that names a place is ours. */
const [HERE] = /(?:https?|file):\/\/[^\s)]*?(?=:\d+:\d+)/.exec(new Error().stack ?? '') ?? []

function withoutOwn (stack: string | undefined): string {
  const lines = (stack ?? '').split('\n')
  return lines.filter(line => !(HERE && line.includes(HERE)) && !/^ +at Array\.reduce \(<anonymous>\)$/.test(line)).join('\n')
}
