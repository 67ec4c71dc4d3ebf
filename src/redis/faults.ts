// Converts the error of a failed command to the error that a client gets: `unavailable`, `storage_full`, or the fault itself if it is a
// bug.
import { ApiError } from '../errors.js'

export function translate (fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault
  const { message } = fault
  if (message.startsWith('OOM')) return new ApiError('storage_full', undefined, { cause: fault })
  if (UNAVAILABLE_REPLIES.some(word => message.startsWith(word)) || CONNECTION_FAULTS.some(words => message.startsWith(words))) {
    return new ApiError('unavailable', undefined, { cause: fault })
  }
  return fault
}

// The errors of ioredis if Redis is unreachable or slow, and the errors of a Redis that cannot serve at the moment.
const CONNECTION_FAULTS = [
  "Stream isn't writeable", 'Connection is closed', 'Command timed out', 'Reached the max retries per request limit',
  'Socket timeout', 'connect ', 'read E', 'write E', 'Command aborted due to connection close',
  'Too many Cluster redirections', "Cluster isn't ready", 'Cluster is ended', 'Failed to refresh slots cache',
  'None of startup nodes', 'All sentinels are unreachable'
]
const UNAVAILABLE_REPLIES = ['LOADING', 'READONLY', 'MASTERDOWN', 'NOREPLICAS', 'UNBLOCKED', 'BUSY', 'MISCONF', 'NOSCRIPT',
  // A slot is being moved from one node to another.
  'CLUSTERDOWN', 'MOVED ', 'ASK ', 'TRYAGAIN', 'ERR Script attempted to access a non local key']
