// A reply that is read page by page: each page counts against the budget of all that are on their way, until it was taken.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Page, Turn } from '../store/entry-pages.js'
import type { PageBudget, PageHolder } from '../store/page-budget.js'

export interface PagedReply {
  turn: Turn
  /** To be called when the client has taken a part of the page. */
  onTaken: () => void
}

export function pagedReply ({ raw }: FastifyRequest, reply: FastifyReply, budget: PageBudget): PagedReply {
  const holder = holderOf(raw, reply)
  const release = () => { budget.release(holder) }
  reply.raw.once('close', release)
  // Where it waits behind another one on a connection that ends, only the request is told.
  raw.once('aborted', release)
  return { turn: read => budget.next(holder, read, bytesOf), onTaken: () => budget.touch(holder) }
}

/** Of two chunks or fewer, a text, which is not compressed where it is short; else a stream. */
export async function textOrStream (chunks: AsyncGenerator<string>): Promise<string | Readable> {
  const [first, second] = [await chunks.next(), await chunks.next()]
  if (first.done) return ''
  if (second.done) return first.value
  const third = await chunks.next()
  return third.done ? first.value + second.value : Readable.from(continued([first.value, second.value, third.value], chunks), { objectMode: false })
}

async function * continued (begun: string[], chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  yield * begun.splice(0)
  yield * chunks
}

// Whoever does not read its page, while others wait for theirs, is cut off: what came so far does not look whole.
function holderOf (request: IncomingMessage, { raw }: FastifyReply): PageHolder {
  return {
    get hasLeft () { return raw.destroyed || request.aborted },
    endAsSlow: () => { raw.destroy() }
  }
}

function bytesOf ({ entries }: Page): number {
  let bytes = 0
  for (const entry of entries) {
    for (const value of Object.values(entry)) if (typeof value === 'string') bytes += value.length
  }
  return bytes
}
