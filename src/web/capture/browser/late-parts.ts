// Loads parts of the recorder from the service when they are needed. The number in the name of an export is the version of its interface: a
// service of another version has another name, and then the part is missing.
import type { Host } from '../core/host.js'
import type { LateParts } from './delivery.js'

const MAX_TRIES = 3
const RETRY_MS = 2000

async function loaded<Part> (address: string, name: string, host: Host): Promise<Part | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      return (await import(`${address}?${tries}`) as Record<string, Part>)[name]
    } catch {
      await new Promise<void>(resolve => host.setTimer(resolve, RETRY_MS))
    }
  }
  return undefined
}

export const loadMessages: LateParts['messages'] = ({ base }, host) => loaded(`${base}earshot-messages.js`, 'messages1', host)

export const loadKeep: LateParts['keep'] = ({ base }, host) => loaded(`${base}earshot-keep.js`, 'keep1', host)
