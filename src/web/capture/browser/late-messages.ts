// Loads the code for messages from the service. The number in the name of its export is the version of its interface: a service of another
// version has another name, and then no messages are recorded.
import type { Host } from '../core/host.js'
import type { MessagesPart } from './messages.js'
import type { Service } from './service.js'

const MOST_TRIES = 3
const RETRY_MS = 2000

/** Resolves with undefined if it cannot be loaded. */
export async function loadMessages ({ base }: Service, host: Host): Promise<MessagesPart | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      return (await import(`${base}earshot-messages.js?${tries}`) as { messages1?: MessagesPart }).messages1
    } catch {
      await new Promise<void>(resolve => host.setTimer(resolve, RETRY_MS))
    }
  }
  return undefined
}
