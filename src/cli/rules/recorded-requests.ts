// The recorded requests that were made by scripts: rules can answer only these.
import { existsSync } from 'node:fs'
import { objectOf } from '../../har/recording.js'
import type { EntryFilter } from '../../filter/entry-filter.js'
import type { Entry } from '../../schema/entry.js'
import { isSessionId } from '../../schema/session-id.js'
import { counted } from '../../text/count.js'
import { EXIT, Failure } from '../failure.js'
import { entriesIn, nameOf, readRecording, type RecordingFile } from '../recording-file.js'
import type { Service } from '../service.js'
import { sessionEntries } from '../session-entries.js'
import { neitherFileNorSession } from '../session-id.js'

export interface RecordedRequests {
  entries: Entry[]
  /** How many of the matching requests the browser made by itself, for pages, scripts, images and the like. */
  others: number
}

// The names that Chrome uses.
const SCRIPT_RESOURCE_TYPES = new Set(['xhr', 'fetch', 'websocket', 'eventsource', 'other'])

/**
 * `recording`: a file, `-` for stdin, or the id of a session. Throws a Failure if it has no request that matches and that a script made.
 */
export async function recordedRequests (recording: string, service: Service, wanted: EntryFilter): Promise<RecordedRequests> {
  const found = recording === '-' || existsSync(recording)
    ? inFile(await readRecording(recording), wanted)
    : await inSession(recording, service, wanted)
  if (found.entries.length === 0) throw noRequest(nameOf(recording), wanted.text, found.others)
  return found
}

function inFile (file: RecordingFile, wanted: EntryFilter): RecordedRequests {
  const makers = file.entries.map(entry => {
    const { _resourceType: type, _earshot: own } = objectOf(entry) as { _resourceType?: unknown, _earshot?: unknown }
    if (own !== undefined) return makerOf(objectOf(own))
    return typeof type !== 'string' || SCRIPT_RESOURCE_TYPES.has(type) ? 'script' : 'browser'
  })
  const by = (maker: Maker) => entriesIn({ ...file, entries: file.entries.filter((_, n) => makers[n] === maker) }).filter(wanted)
  return { entries: by('script'), others: by('browser').length }
}

async function inSession (session: string, service: Service, wanted: EntryFilter): Promise<RecordedRequests> {
  if (!isSessionId(session)) throw neitherFileNorSession(session)
  const entries: Entry[] = []
  let others = 0
  for await (const entry of sessionEntries(service, session, { filter: wanted })) {
    const maker = makerOf(entry)
    if (maker === 'script') entries.push(entry)
    if (maker === 'browser') others++
  }
  if (entries.length + others === 0 && !await service.knows(session)) throw neitherFileNorSession(session)
  return { entries, others }
}

type Maker = 'script' | 'browser' | 'none'

/** Who made the request; nobody, if the entry is an error of a page. */
function makerOf ({ via }: { via?: unknown }): Maker {
  return via === 'error' ? 'none' : via === 'resource' ? 'browser' : 'script'
}

/** `others`: how many requests match that no script made. */
function noRequest (name: string, filter: string, others: number): Failure {
  const matching = filter.trim() && ` that matches ${filter}`
  if (others === 0) return new Failure(`There is no request in ${name}${matching}`, EXIT.no)
  const found = matching
    ? counted(others, 'request that matches is', 'requests that match are')
    : counted(others, 'request is', 'requests are')
  return new Failure(
    `${name} has no request that a script made${matching && ` and${matching}`}; its ${found} for pages, styles, scripts and images`, EXIT.no
  )
}
