// What came back, as an entry: so it is shown, copied and compared as all others.
import { toBase64 } from '../../../exchange/base64.js'
import type { Entry } from '../../../schema/entry.js'
import type { Incoming } from './message.js'

/** A time of 0 would say that it is still under way. */
const SHORTEST_MS = 0.1

/** `asked`: as it was sent. */
export function sentEntry (asked: Entry, { status, statusText, headers, body, cut, totalMs }: Incoming, startedMs: number): Entry {
  const lines = [`HTTP/1.1 ${status} ${statusText}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  const { mark, note, via, ...plain } = asked
  return {
    ...plain,
    id: `sent-${startedMs}`,
    requestId: `sent-${startedMs}`,
    responseHeader: lines.join('\n'),
    response: textOf(body, headers),
    timeConsuming: Math.max(SHORTEST_MS, Math.round(totalMs * 10) / 10),
    startTime: startedMs,
    timestamp: startedMs,
    storage: '',
    pageParams: '',
    ...cut && { note: `response cut: ${body.length} bytes kept` }
  }
}

// What is no text is base64, as recorders have it.
function textOf (body: Uint8Array, headers: [string, string][]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    const type = headers.find(([name]) => name === 'content-type')?.[1].split(';', 1)[0] ?? ''
    return `data:${type};base64,${toBase64(body)}`
  }
}
