// The requests of a recording that scripts have made: those that rules can answer.
import { existsSync } from 'node:fs'
import { objectOf } from '../../har/recording.js'
import type { EntryFilter } from '../../filter/entry-filter.js'
import type { Entry } from '../../schema/entry.js'
import { isSessionId } from '../../schema/session-id.js'
import { usageFailure } from '../failure.js'
import { entriesIn, readRecording } from '../recording-file.js'
import type { Service } from '../service.js'
import { sessionEntries } from '../session-entries.js'
import { unknownSession } from '../session-id.js'

export interface RecordedRequests {
  entries: Entry[]
  /** How many requests the browser made by itself, for pages, scripts, images and the like. */
  others: number
}

// The names that Chrome uses.
const SCRIPT_RESOURCE_TYPES = new Set(['xhr', 'fetch', 'websocket', 'eventsource', 'other'])

/** `recording`: a file, `-` for stdin, or the id of a session. */
export async function recordedRequests (recording: string, service: Service, wanted: EntryFilter): Promise<RecordedRequests> {
  if (recording === '-' || existsSync(recording)) {
    const file = await readRecording(recording)
    const entries = file.entries.filter(entry => {
      const { _resourceType: type, _earshot: own } = objectOf(entry) as { _resourceType?: unknown, _earshot?: unknown }
      return own === undefined ? typeof type !== 'string' || SCRIPT_RESOURCE_TYPES.has(type) : isByScript(objectOf(own))
    })
    return { entries: entriesIn({ ...file, entries }).filter(wanted), others: file.entries.length - entries.length }
  }
  if (!isSessionId(recording)) throw usageFailure(`${recording} is neither a file nor the id of a session, which has 15 characters`)
  const entries: Entry[] = []
  let others = 0
  for await (const entry of sessionEntries(service, recording, { filter: wanted })) {
    if (isByScript(entry)) entries.push(entry)
    else others++
  }
  if (entries.length + others === 0 && !await service.knows(recording)) throw unknownSession(recording)
  return { entries, others }
}

/** False for errors, and for requests that the browser made by itself. */
function isByScript ({ via }: { via?: unknown }): boolean {
  return via !== 'resource' && via !== 'error'
}
