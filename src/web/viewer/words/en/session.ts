// The English words of session/.
import { countText } from '../../../../text/count.js'
import { requests } from './plural.js'

export const session = {
  connection: 'Connection',
  live: 'Live',
  connecting: 'Connecting',
  closed: 'Closed',
  catchingUp: 'Catching up',
  catchingUpOf: (listed: number, of: number) => `Catching up: ${listed} of ${of}`,
  reconnecting: (reason: string) => `Reconnecting… (${reason})`,
  refused: (reason: string) => `Refused: ${reason}`,
  /** Translates a reason of the feed, or of a request that failed, from its English text. */
  /** `Not found` is the service's answer about one request. */
  reason: (text: string) => text === 'Not found' ? 'The request does not exist any more.' : text,
  inSeconds: (seconds: number) => `retry in ${seconds} s`,
  now: 'Reconnect now',
  asOf: (time: string) => `Not live. This is the list as of ${time}.`,
  tokenNeeded: 'a token is needed',
  deletion: 'Deletion',
  deleted: (count?: number) => `Deleting ${count === undefined ? 'all requests' : requests(count)}`,
  undo: 'Undo',
  pause: 'Pause',
  resume: 'Resume',
  held: (changes: number) => `${countText(changes)} waiting`,
  clear: 'Clear',
  menu: (id: string) => `Session ${id}`,
  export: 'Export',
  importFrom: 'Import a HAR file…',
  importFile: 'HAR file to import',
  share: 'Share',
  shareHint: 'Copy a link to what is shown',
  shareLink: 'Copy the link',
  shareToken: 'Copy the link with the token'
}
