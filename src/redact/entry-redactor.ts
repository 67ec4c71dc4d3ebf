// Replaces secrets with the usual names in a whole entry before it is shared. Names and notes are searched, too, because they may repeat a
// secret.
import type { Entry, FullEntry } from '../schema/entry.js'
import type { Message } from '../schema/message.js'
import { createRedactor } from './redactor.js'

const redact = createRedactor(['default'])

export function redactEntry<E extends Entry | FullEntry> (entry: E): E {
  const { source, mark, messageList }: FullEntry = entry
  const inProse = (note: string) => redact({ note }).note
  return {
    ...redact(entry),
    ...source !== undefined && { source: inProse(source) },
    ...mark?.note !== undefined && { mark: { ...mark, note: inProse(mark.note) } },
    ...messageList && { messageList: messageList.map(redactMessage) }
  }
}

/** As in bodies: only texts are searched. */
export function redactMessage (message: Message): Message {
  return message.text ? { ...message, text: redact({ response: message.text }).response } : message
}
