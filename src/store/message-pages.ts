// MessagePages: the messages of one entry, page by page.
import { replyOf, type Commands } from '../redis/commands.js'
import { keysOf } from './keys.js'
import { messageText, nOf } from './message-codec.js'

/** `text`: the JSON of the message. */
export interface ReadMessage { n: string, text: string }

/** Messages per page. A page has about 1 MB at most, because an entry keeps no more than that. */
const PAGE_MESSAGES = 100

export class MessagePages {
  constructor (private readonly redis: Commands) {}

  /** Yields the messages after the one with this n, in order. The caller may stop at any message. */
  async * after (session: string, requestId: string, n: string): AsyncGenerator<ReadMessage> {
    const key = keysOf(session).messagesPrefix + requestId
    for (let [from, isLast] = [n, false]; !isLast;) {
      const records = await replyOf(this.redis, 'xrange', this.redis.xrange(key, `(${from}-0`, '+', 'COUNT', PAGE_MESSAGES))
      for (const [id, [, rest = '']] of records) {
        from = nOf(id)
        yield { n: from, text: messageText(id, rest) }
      }
      isLast = records.length < PAGE_MESSAGES
    }
  }
}
