// List, delete and clear entries (specification §4.2 to 4.4).
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { EntryParamsSchema } from '../schema/entry.js'
import { SuccessSchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { ChangeLog } from '../store/changes.js'
import type { EntryStore, Page } from '../store/entries.js'
import type { PageBudget, PageHolder } from '../store/page-budget.js'
import { matchesETag } from './etag.js'
import { jsonArray } from './json-array.js'

export interface EntriesOptions {
  entries: EntryStore
  changes: ChangeLog
  pages: PageBudget
}

const JSON_TYPE = 'application/json; charset=utf-8'

export const entryRoutes: FastifyPluginAsyncTypebox<EntriesOptions> = async (app, { entries, changes, pages: budget }) => {
  // Some clients send a content type, or even a body, with a DELETE; it has no meaning and does no harm.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })

  const listing = { config: { operation: OPERATIONS.listEntries }, schema: { querystring: SessionQuerySchema } }

  // Before GET: Fastify would make a HEAD of that, which reads the whole list to throw it away.
  app.head('/entries', listing, async ({ headers, query }, reply) => {
    const rev = await changes.head(query.sessionId)
    if (matchesETag(headers['if-none-match'], rev)) return listed(reply, rev).code(304).send()
    return listed(reply, rev).type(JSON_TYPE).send()
  })

  app.get('/entries', listing, async ({ headers, query, raw }, reply) => {
    if (headers['if-none-match'] !== undefined) {
      const rev = await changes.head(query.sessionId)
      if (matchesETag(headers['if-none-match'], rev)) return listed(reply, rev).code(304).send()
    }
    const holder = holderOf(raw, reply)
    const release = () => { budget.release(holder) }
    reply.raw.once('close', release)
    // Where it waits behind another one on a connection that ends, only the request is told.
    raw.once('aborted', release)
    const { rev, pages } = await entries.list(query.sessionId, read => budget.next(holder, read, bytesOf))
    return listed(reply, rev).type(JSON_TYPE).send(Readable.from(jsonArray(pages, () => budget.touch(holder)), { objectMode: false }))
  })

  app.delete('/entries', {
    config: { operation: OPERATIONS.clearEntries },
    schema: { querystring: SessionQuerySchema, response: { 200: SuccessSchema } }
  }, async ({ query }) => {
    await entries.clear(query.sessionId)
    return { success: true as const }
  })

  app.delete('/entries/:id', {
    config: { operation: OPERATIONS.deleteEntry },
    schema: { params: EntryParamsSchema, querystring: SessionQuerySchema, response: { 200: SuccessSchema } }
  }, async ({ params, query }) => {
    if (!await entries.remove(query.sessionId, params.id)) throw new ApiError('not_found')
    return { success: true as const }
  })
}

function listed (reply: FastifyReply, rev: string): FastifyReply {
  return reply.header('etag', `"${rev}"`).header('cache-control', 'no-cache')
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
