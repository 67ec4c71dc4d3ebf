// Waits for requests that match only because of their messages. It is for commands that end as soon as enough requests match.
import type { EntryFilter } from '../filter/entry-filter.js'
import type { Entry, FullEntry } from '../schema/entry.js'
import type { FeedUpdate, SessionFeed } from '../web/feed/session-feed.js'
import { MessageFilter } from './message-filter.js'

export class MessageMatches {
  private readonly filter: MessageFilter
  private readonly matched: Entry[] = []
  private tell: (entry: Entry) => void = entry => { this.matched.push(entry) }
  private fail: (error: unknown) => void = () => {}

  /** `shown`: what the filter sees of an entry. */
  constructor (wanted: EntryFilter, feed: Pick<SessionFeed, 'entry' | 'entries' | 'messages'>, shown?: (entry: FullEntry) => FullEntry) {
    this.filter = new MessageFilter(wanted, {
      entry: id => feed.entry(id),
      entries: () => feed.entries(),
      read: async (id, after) => await feed.messages(id, { after }),
      ...shown && { shown },
      onMatch: entry => this.tell(entry),
      onError: error => this.fail(error)
    })
  }

  get wanted (): EntryFilter {
    return this.filter.wanted
  }

  changed (change: FeedUpdate): void {
    this.filter.changed(change).catch(() => {})
  }

  /**
   * Resolves like `waiting`, or with the first entry that matches because of its messages and for which `isLast` returns true. If `waiting`
   * rejects, for example after its timeout, the messages that had arrived by then are still read.
   */
  async race (waiting: Promise<Entry>, isLast: (entry: Entry) => boolean = () => true): Promise<Entry> {
    const found: Entry[] = []
    const matchedByMessages = new Promise<Entry>((resolve, reject) => {
      this.fail = reject
      this.tell = entry => {
        if (!isLast(entry)) return
        found.push(entry)
        resolve(entry)
      }
    })
    for (const entry of this.matched) this.tell(entry)
    try {
      return await Promise.race([waiting, matchedByMessages])
    } catch (error) {
      await this.filter.settled()
      const [late] = found
      if (late) return late
      throw error
    }
  }
}
