// Finds the entry to which a pasted text refers: a link, a session id followed by an entry id, or an entry id alone.
import { parsedUrl } from '../../../../exchange/parsed-url.js'
import { isSessionId } from '../../../../schema/session-id.js'

export interface Reference {
  /** Undefined for this session. */
  session: string | undefined
  id: string
}

export type ReferenceFault = 'elsewhere' | 'noEntry' | 'unclear'

const ID = /^[\w-]{1,64}$/
/** In characters: a longer text is cut before it is parsed. */
const MAX_LENGTH = 4_000

/** `service`: the address of this service. The page cannot read a link to another service. */
export function readReference (text: string, service: string): Reference | ReferenceFault {
  const given = text.trim().slice(0, MAX_LENGTH)
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(given)) return inLink(given, service)
  if (ID.test(given)) return { session: undefined, id: given }
  // A session id may contain any characters, also spaces and slashes.
  const parted = /^(.+?)[\s/#,]+([\w-]{1,64})$/su.exec(given)
  const [, session = '', id = ''] = parted ?? []
  return isSessionId(session) ? { session, id } : 'unclear'
}

function inLink (text: string, service: string): Reference | ReferenceFault {
  const [url, own] = [parsedUrl(text), parsedUrl(service)]
  if (!url || !own) return 'unclear'
  if (url.origin !== own.origin) return 'elsewhere'
  const session = url.searchParams.get('sessionId') ?? undefined
  const id = new URLSearchParams(url.hash.slice(1)).get('e')
  return id === null || !ID.test(id) ? 'noEntry' : { session, id }
}
