// Streams the entries of a session over the network: a command buffers one chunk at a time, however large the session is.
import { withFixedMoments } from '../filter/fixed-moments.js'
import { parse } from '../filter/parse.js'
import { valueCount } from '../filter/query.js'
import { hasRegex } from '../filter/regex-terms.js'
import type { EntryFilter } from '../filter/entry-filter.js'
import type { Entry, FullEntry } from '../schema/entry.js'
import type { Message } from '../schema/message.js'
import { entriesOf } from '../web/feed/entry-lines.js'
import { replyText } from '../web/feed/reply.js'
import { reasonOf, usageFailure } from './failure.js'
import { Away, sentenceIn, type Service } from './service.js'

export interface WantedEntries {
  filter: EntryFilter
  /** Only this many of the newest entries that match. */
  last?: number | undefined
}

/** How many values the service accepts in one filter; a longer filter is applied here. */
const MAX_VALUES = 20

/** The matching entries, in order of arrival. */
export async function * sessionEntries (service: Service, session: string, { filter, last }: WantedEntries): AsyncGenerator<Entry> {
  const query = parse(filter.text)
  // The service does not know the --ok-codes of this command line.
  if (!filter.codes && !hasRegex(query) && valueCount(query) <= MAX_VALUES) {
    const text = withFixedMoments(filter.text)
    yield * read(service, session, { filter: text || undefined, last: last === undefined ? undefined : String(last) })
    return
  }
  if (filter.needsSession) {
    throw usageFailure('is:duplicate and is:n+1 cannot be combined with regular expressions, more than 20 words and values, or --ok-codes')
  }
  const newest: Entry[] = []
  for await (const entry of read(service, session, {})) {
    if (!filter(filter.needsMessages ? await withItsMessages(service, session, entry) : entry)) continue
    if (last === undefined) yield entry
    else if (newest.push(entry) > last) newest.shift()
  }
  yield * newest
}

/** The entries with their messages, which are read one entry after the other. */
export async function * withMessages (service: Service, session: string, entries: AsyncIterable<Entry>): AsyncGenerator<FullEntry> {
  for await (const entry of entries) yield await withItsMessages(service, session, entry)
}

async function withItsMessages (service: Service, session: string, entry: Entry): Promise<FullEntry> {
  return entry.messages ? { ...entry, messageList: await messagesOf(service, session, entry.id) } : entry
}

/** None if the entry is gone. */
export async function messagesOf (
  service: Service, session: string, id: string, query: Record<string, string | undefined> = {}
): Promise<Message[]> {
  const reply = await service.answer(`/capture/entries/${encodeURIComponent(id)}/messages`, session, { query })
  if (reply.ok) return await reply.json() as Message[]
  const text = await reply.text()
  if (reply.status === 404) return []
  throw service.refused(reply.status, sentenceIn(text))
}

/** `id`: the number that lists show, or the whole id. Undefined if there is no such entry. */
export async function entryById (service: Service, session: string, id: string): Promise<Entry | undefined> {
  const whole = /^\d{1,15}$/.test(id) ? await wholeId(service, session, id) : id
  if (whole === undefined) return undefined
  const reply = await service.answer(`/capture/entries/${encodeURIComponent(whole)}`, session, {})
  if (reply.ok) return await reply.json() as Entry
  const text = await reply.text()
  if (reply.status === 404) return undefined
  throw service.refused(reply.status, sentenceIn(text))
}

async function wholeId (service: Service, session: string, id: string): Promise<string | undefined> {
  // `after` is exclusive: it must be the number before this one.
  const ids = await entryIds(service, session, { after: `${Math.max(0, Number(id) - 1)}-0` })
  return ids.find(one => one.startsWith(`${Number(id)}-`))
}

export async function entryIds (service: Service, session: string, query: Record<string, string>): Promise<string[]> {
  const reply = await service.ask('/capture/entries', session, { query: { ...query, fields: 'id' } })
  return (await reply.json() as { id: string }[]).map(({ id }) => id)
}

async function * read (service: Service, session: string, query: Record<string, string | undefined>): AsyncGenerator<Entry> {
  const reply = await service.ask('/capture/entries', session, { query, accept: 'application/x-ndjson' })
  const type = reply.headers.get('content-type')
  if (!type?.startsWith('application/x-ndjson')) throw service.foreign()
  try {
    for await (const entries of entriesOf(replyText(reply))) yield * entries
  } catch (error) {
    throw new Away(`The list of entries from ${service.url} could not be read: ${reasonOf(error)}`)
  }
}
