// What fetch() answers, as far as it is used. A caller's own fetch may answer with less: then its lists are read as JSON.

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

/** How its body is to be read; undefined where it does not tell. */
export function formatOf (reply: Reply): 'lines' | 'json' | undefined {
  if (!reply.headers) return undefined
  if (!reply.headers.get('content-type')?.startsWith('application/x-ndjson')) return 'json'
  return reply.body || 'text' in reply ? 'lines' : undefined
}

/** The body as text, as it arrives; whole where it cannot be had in parts. */
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
    // Where nobody wants the rest. It rejects where the body failed, and that was told already.
    reader.cancel().catch(() => {})
  }
}
