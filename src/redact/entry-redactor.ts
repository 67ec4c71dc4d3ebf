// Replaces the values of the usual secret names in a whole entry before it is shared. The names of apps and rules, and notes, are searched,
// too, because they may repeat a secret.
import type { Entry, FullEntry } from '../schema/entry.js'
import type { Message } from '../schema/message.js'
import type { AppliedRule } from '../schema/rule.js'
import { createRedactor } from './redactor.js'

const redact = createRedactor(['default'])

export function redactEntry<E extends Entry | FullEntry> (entry: E): E {
  const { source, mark, rule, messageList }: FullEntry = entry
  return {
    ...redact(entry),
    ...source !== undefined && { source: inProse(source) },
    ...mark?.note !== undefined && { mark: { ...mark, note: inProse(mark.note) } },
    ...rule && { rule: redactRule(rule) },
    ...messageList && { messageList: messageList.map(redactMessage) }
  }
}

function redactRule ({ also, ...rule }: AppliedRule): AppliedRule {
  return {
    ...rule,
    name: inProse(rule.name),
    ...also && { also: also.map(one => ({ ...one, name: inProse(one.name) })) }
  }
}

function inProse (note: string): string {
  return redact({ note }).note
}

/** Only texts are searched, as in bodies. */
function redactMessage (message: Message): Message {
  return message.text ? { ...message, text: redact.text(message.text) } : message
}
