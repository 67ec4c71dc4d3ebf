// Loads parts of the recorder when they are needed. It first tries the folder of the recorder's script, and then the service, because an
// app that hosts the script may also host the parts beside it. The number in the name of an export is the version of its interface: a part
// of another version has another name, so it counts as missing.
import type { Host } from '../core/host.js'
import type { LateParts } from './delivery.js'

const MAX_TRIES = 4
const RETRY_MS = 1000

async function loaded<Part> (place: string, base: string, part: string, host: Host): Promise<Part | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      const found = (await import(`${tries ? base : place}earshot-${part}.js?${tries}`) as Record<string, Part>)[`${part}1`]
      if (found) return found
    } catch {}
    // The second try follows at once, because it goes to another place.
    await new Promise<void>(resolve => host.setTimer(resolve, tries * RETRY_MS))
  }
  return undefined
}

/** `place`: the folder of the recorder's script, with a slash at its end. If it is not known, it is empty, and the first try fails. */
export function partsAt (place: string): LateParts {
  return {
    messages: ({ base }, host) => loaded(place, base, 'messages', host),
    keep: ({ base }, host) => loaded(place, base, 'keep', host)
  }
}
