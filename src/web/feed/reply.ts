// The part of a fetch() response that is used. A caller's own fetch may return less: then lists are read as JSON.

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

async function * decoded (body: ByteStream): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield decoder.decode(chunk.value, { stream: true })
    yield decoder.decode()
  } finally {
    // Cancels the rest, if the caller stopped reading. Rejects if the body failed, which was already reported.
    reader.cancel().catch(() => {})
  }
}
