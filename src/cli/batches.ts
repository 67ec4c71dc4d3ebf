// Sends many pushes or HAR entries, each as a JSON text, in few requests. A request that is too large for the service is split into two. A
// request that a busy service refuses is sent again. The request id of a text stays the same, so no text is recorded twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, Failure } from './failure.js'
import { sentenceIn, type Service } from './service.js'

/** The service's result for one text: the id of the entry, or why it was refused. */
export type PushResult = { id: string } | { code: string, message: string }

export interface BatchForm {
  path: string
  session: string
  type: string
  /** Makes the body of a request from these texts. */
  wrap: (texts: string[]) => string
}

/** Half of the service's default limit, because a HAR may grow when the service converts it to entries. */
export const BATCH_BYTES = 4 * 1024 * 1024
const MAX_TEXTS = 500
const TRIES = 10
const MAX_PAUSE_MS = 10_000
const TIMEOUT_MS = 120_000

/** Splits the list, in order, into parts for one request each. A text that is larger than BATCH_BYTES is a part of its own. */
export function * batchesOf (texts: Iterable<string>): Generator<string[]> {
  let batch: string[] = []
  let bytes = 0
  for (const text of texts) {
    const size = Buffer.byteLength(text) + 1
    if (batch.length > 0 && (bytes + size > BATCH_BYTES || batch.length >= MAX_TEXTS)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(text)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Sends the texts. Returns the result of each, in the same order. */
export async function sendBatch (service: Service, texts: string[], form: BatchForm): Promise<PushResult[]> {
  const { path, session, type, wrap } = form
  const reply = await withRetries(() => service.answer(path, session, { method: 'POST', body: wrap(texts), type, timeoutMs: TIMEOUT_MS }))
  const body = await reply.text()
  if (reply.ok) return resultsIn(body, texts.length, service)
  if (reply.status !== 413) throw service.refused(reply.status, sentenceIn(body))
  if (texts.length === 1) return [{ code: 'too_large', message: sentenceIn(body) }]
  const half = Math.ceil(texts.length / 2)
  return [...await sendBatch(service, texts.slice(0, half), form), ...await sendBatch(service, texts.slice(half), form)]
}

/** Retries if the service is busy, after the pause that it asks for. */
async function withRetries (ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const reply = await ask()
    if (![429, 503].includes(reply.status) || tries === TRIES) return reply
    await reply.body?.cancel()
    await sleep(Math.min(MAX_PAUSE_MS, 1000 * (Number(reply.headers.get('retry-after')) || 1)))
  }
}

function resultsIn (body: string, count: number, service: Service): PushResult[] {
  const data = dataIn(body)
  if (!Array.isArray(data) || data.length !== count) {
    throw new Failure(`${service.url} sent an unexpected response: check ${service.source}, and the version of the service`, EXIT.service)
  }
  return data as PushResult[]
}

function dataIn (body: string): unknown {
  try {
    return (JSON.parse(body) as { data?: unknown }).data
  } catch {
    return undefined
  }
}
