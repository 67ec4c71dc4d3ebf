// Reads sessions for agents. Secrets are replaced first, even before filters run: otherwise an agent could guess a secret letter by letter,
// from the matches of filters.
import type { Codes } from '../../exchange/outcome.js'
import { filter, type EntryFilter, type FilterOptions } from '../../filter/entry-filter.js'
import { redactEntry } from '../../redact/entry-redactor.js'
import type { Entry, FullEntry } from '../../schema/entry.js'
import type { Message } from '../../schema/message.js'
import type { Screenshot } from '../../schema/screenshot.js'
import type { ApiGroup } from '../../summary/api-group.js'
import { goodLike } from '../../summary/last-good.js'
import { counted } from '../../text/count.js'
import { NothingMatched, NotAllSeen } from '../../web/feed/session-feed.js'
import { groupByApi, type GroupOptions } from '../api-groups.js'
import { EXIT, Failure } from '../failure.js'
import { strictFilter } from '../filter-option.js'
import { MessageMatches } from '../message-matches.js'
import { listen, ofUnknown } from '../listening.js'
import type { Service } from '../service.js'
import { entryById, entryIds, messagesOf, sessionEntries, withMessages } from '../session-entries.js'

export interface Image { data: string, mimeType: string }

export interface ReaderOptions {
  withSecrets: boolean
  /** The --ok-codes of the command line. */
  codes?: Codes | undefined
}

/** Throws a Failure if the filter has a likely mistake; its sentence names what an agent can use instead. */
export function agentFilter (text: string, context: FilterOptions): EntryFilter {
  return strictFilter(text, context, 'use search_text or quote it')
}

export class SessionReader {
  readonly codes: Codes | undefined
  private readonly service: Service
  private readonly clean: (entry: FullEntry) => FullEntry
  private readonly closers = new Set<() => void>()
  private isOver = false

  constructor (service: Service, { withSecrets, codes }: ReaderOptions) {
    this.service = service
    this.clean = withSecrets ? entry => entry : redactEntry
    this.codes = codes
  }

  /** All entries, in order of arrival; with their messages if the filter searches them. */
  async * entries (session: string, wanted?: Pick<EntryFilter, 'needsMessages'>): AsyncGenerator<FullEntry> {
    for await (const entry of this.recorded(session, wanted)) yield this.clean(entry)
  }

  /** The requests by method, host and path. Duplicates are found before secrets are replaced, as the service finds them. */
  async groups (session: string, options: Pick<GroupOptions, 'onCounted'> & { wanted: EntryFilter }): Promise<ApiGroup[]> {
    return await groupByApi(this.recorded(session, options.wanted), { ...options, codes: this.codes, shown: this.clean })
  }

  /** For the answer of a tool that looks at the whole session; empty if nothing was evicted. */
  async evicted (session: string): Promise<{ evicted?: string }> {
    const count = await this.service.evicted(session)
    return count === 0 ? {} : { evicted: evictedSentence(count) }
  }

  /** Throws a Failure if the filter has a likely mistake. */
  async filter (session: string, text: string): Promise<EntryFilter> {
    const { codes } = this
    const wanted = agentFilter(text, { codes })
    if (!wanted.needsSession) return wanted
    const found = await Promise.all(['is:duplicate', 'is:n+1'].map(flag => entryIds(this.service, session, { filter: flag })))
    const [duplicates, bursts] = found.map(ids => new Set(ids))
    const isIn = (ids = new Set<string>()) => ({ id }: Pick<Entry, 'id'>) => ids.has(id)
    return agentFilter(text, { codes, isDuplicate: isIn(duplicates), isNPlusOne: isIn(bursts) })
  }

  /** `id`: the number that lists show, or the whole id. */
  async entry (session: string, id: string): Promise<Entry> {
    const entry = await entryById(this.service, session, id)
    if (entry) return this.clean(entry)
    const sentence = `There is no request ${id} in session ${session}: it is gone, or in another session; list_requests shows what is there`
    throw new Failure(sentence, EXIT.no)
  }

  /** The messages of a stream, in order. */
  async messages (
    session: string, id: string, { after, last }: { after?: number | undefined, last: number }
  ): Promise<{ entry: Entry, messages: Message[] }> {
    const entry = await this.entry(session, id)
    const query = { last: String(last), after: after === undefined ? undefined : String(after) }
    const read = await messagesOf(this.service, session, entry.id, query)
    return { entry, messages: this.clean({ ...entry, messageList: read }).messageList ?? [] }
  }

  /** The last successful request of the same endpoint before this one, else the first after it. */
  async lastGood (session: string, entry: Entry): Promise<Entry | undefined> {
    const isGood = goodLike(entry, this.codes)
    let good: Entry | undefined
    let isBehind = false
    for await (const other of this.entries(session)) {
      if (isGood(other)) good = other
      isBehind ||= other.id === entry.id
      if (isBehind && good) break
    }
    return good
  }

  /** The first match, or why there is none. Rejects if the service is unreachable, because the result is unknown then. */
  async waitFor (session: string, given: EntryFilter, timeoutMs: number): Promise<{ entry: Entry } | { message: string, near: Entry[] }> {
    await this.service.check(session)
    if (this.isOver) throw new Failure('The server is shutting down', EXIT.service)
    const listening = listen(this.service, session, { say: () => {}, changed: change => { messageMatches?.changed(change) } })
    const messageMatches = given.needsMessages ? new MessageMatches(given, listening.feed, this.clean) : undefined
    const wanted = messageMatches?.wanted ?? given
    const close = () => listening.feed.close()
    this.closers.add(close)
    const missing = (entry: Entry) => wanted.missing(this.clean(entry))
    const isWanted = Object.assign((entry: Entry) => wanted(this.clean(entry)), { text: wanted.text, missing, changesAt: wanted.changesAt })
    try {
      const matched = listening.feed.waitFor(isWanted, { timeoutMs, allowEvicted: true })
      return { entry: this.clean(await Promise.race([listening.refused, messageMatches ? messageMatches.race(matched) : matched])) }
    } catch (error) {
      if (error instanceof NotAllSeen && !listening.wasLive) throw await listening.why ?? error
      if (!(error instanceof NothingMatched)) throw error
      const { evicted } = await this.evicted(session)
      const why = [error.message.split('\n', 1)[0], evicted].filter(Boolean).join(' ')
      return {
        message: listening.isKnown ? why : ofUnknown(why, session),
        near: error.near.map(this.clean)
      }
    } finally {
      this.closers.delete(close)
      close()
    }
  }

  /** The newest screenshot if no id is given. */
  async screenshot (session: string, id?: string): Promise<Image> {
    const all = await (await this.service.ask('/capture/screenshots', session)).json() as Screenshot[]
    const wanted = id === undefined ? all.at(-1) : all.find(one => one.id === id)
    if (!wanted) {
      const others = all.map(one => one.id).join(', ')
      const none = `Session ${session} has no screenshots`
      throw new Failure(others ? `There is no screenshot ${id} in session ${session}; its screenshots are ${others}` : none, EXIT.no)
    }
    const reply = await this.service.ask(`/capture/screenshots/${wanted.id}`, session)
    return { data: Buffer.from(await reply.arrayBuffer()).toString('base64'), mimeType: wanted.type }
  }

  /** Ends all pending waits. */
  close (): void {
    this.isOver = true
    for (const close of this.closers) close()
  }

  private recorded (session: string, wanted?: Pick<EntryFilter, 'needsMessages'>): AsyncGenerator<FullEntry> {
    const entries = sessionEntries(this.service, session, { filter: filter('') })
    return wanted?.needsMessages ? withMessages(this.service, session, entries) : entries
  }
}

function evictedSentence (count: number): string {
  const requests = counted(count, 'older request was', 'older requests were')
  const known = `nothing is known of ${count === 1 ? 'it' : 'them'}`
  return `${requests} evicted to make room for newer ones (MAX_ENTRIES, MAX_SESSION_BYTES): ${known}.`
}
