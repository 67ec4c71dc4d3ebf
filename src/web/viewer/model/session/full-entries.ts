// Adds the messages to each entry of a session, so that saved files contain them. Messages are read one entry after the other.
import type { Entry, FullEntry } from '../../../../schema/entry.js'
import { Refused } from './api.js'
import type { Session } from './session.js'

export async function * withMessages (session: Pick<Session, 'messages'>, entries: AsyncIterable<Entry>): AsyncGenerator<FullEntry> {
  for await (const entry of entries) yield entry.messages ? { ...entry, messageList: await messagesOf(session, entry.id) } : entry
}

/** None if the entry is gone. */
async function messagesOf (session: Pick<Session, 'messages'>, id: string) {
  return await session.messages(id, 0).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return []
    throw error
  })
}
