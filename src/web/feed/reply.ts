// The part of a fetch() response that the feed uses. A caller may pass a fetch function whose replies lack the optional members; lists are
// then read as JSON, not line by line.

export type Fetch = (url: string, init: { signal: AbortSignal, cache: 'no-cache', headers?: Record<string, string> }) => Promise<Reply>

export interface Reply {
  ok: boolean
  status: number
  json(): Promise<unknown>
  headers?: { get(name: string): string | null } | undefined
  text?(): Promise<string>
  body?: ByteStream | null | undefined
}

/** The part of a ReadableStream that is used. */
interface ByteStream {
  getReader(): {
    read(): Promise<{ done: boolean, value?: Uint8Array | undefined }>
    cancel(): Promise<unknown>
  }
}

/** The format of the body; undefined if the reply does not show it. */
export function formatOf (reply: Reply): 'lines' | 'json' | undefined {
  if (!reply.headers) return undefined
  if (!reply.headers.get('content-type')?.startsWith('application/x-ndjson')) return 'json'
  return reply.body || 'text' in reply ? 'lines' : undefined
}

/** The body as text: in parts as it arrives, or all at once if the reply has no stream. */
export async function * replyText (reply: Reply): AsyncGenerator<string> {
  if (reply.body) yield * decoded(reply.body)
  else if (reply.text) yield await reply.text()
}

/** Reading bytes that have arrived never pauses by itself, and would block a page: so it pauses each time after this many bytes. */
const BYTES_AT_ONCE = 1_000_000

async function * decoded (body: ByteStream): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let read = 0
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      yield decoder.decode(chunk.value, { stream: true })
      read += chunk.value?.length ?? 0
      if (read < BYTES_AT_ONCE) continue
      read = 0
      await othersTurn()
    }
    yield decoder.decode()
  } finally {
    // Cancels the rest, if the caller stopped reading. Rejects if the body failed, which was already reported.
    reader.cancel().catch(() => {})
  }
}

// `scheduler.yield` is best: a timer of a page may wait four milliseconds. Safari does not have it.
function othersTurn (): Promise<unknown> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<unknown> } }
  return scheduler?.yield?.() ?? new Promise(resolve => setTimeout(resolve))
}
