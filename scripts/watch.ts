// npm run watch: a viewer in the terminal, a line for each change. The copy it keeps, and how it comes back after a close, is
// SessionFeed's.
import { clearLine, cursorTo } from 'node:readline'
import { WebSocket } from 'ws'
import type { ChangeMessage } from '../src/schema/event.js'
import { SessionFeed, type FeedState } from '../src/web/feed/session-feed.js'
import { fail, readCommandLine, row } from './command-line.js'
import { readServiceUrl, readSession, URL_OPTION } from './service.js'

const USAGE = 'npm run watch -- <session id> [--url http://127.0.0.1:3000?token=...]'
/** Shorter ones are there before anybody could read how far they are. */
const LONG_LIST = 200
const PROGRESS_MS = 100
let nextProgressAtMs = 0

const { values, positionals } = readCommandLine({ url: URL_OPTION }, USAGE)
if (positionals.length !== 1) fail(`Which session? usage: ${USAGE}`)
const sessionId = readSession(positionals[0] ?? '')
const service = readServiceUrl(values.url)
const token = service.searchParams.get('token') ?? undefined
service.search = ''

console.log(`Watching session ${sessionId} at ${service.host}; Ctrl-C ends it.\n`)
const feed = new SessionFeed({ url: service.href, sessionId, token, WebSocket, onChange: tell, onState: tellState })

function tell (change: ChangeMessage | { type: 'listing' | 'listed' }): void {
  switch (change.type) {
    case 'listing': return
    case 'listed': return say(change.type, '', '', `${feed.size} ${feed.size === 1 ? 'entry' : 'entries'}`)
    case 'deleted': return say(change.type, '', '', `entry ${change.data.id}`)
    case 'entry-marked': return say(change.type, '', '', `entry ${change.data.id}`)
    case 'cleared': return say(change.type, '', '', 'all entries')
    case 'screenshot-received': return say(change.type, '', change.data.url, `${change.data.type}, ${change.data.size} bytes`)
    default: {
      const { method, api, timeConsuming } = change.data
      say(change.type, method, api, timeConsuming === 0 ? 'pending' : `complete ${timeConsuming} ms`)
    }
  }
}

function tellState (state: FeedState): void {
  if (state.name === 'listing') return showProgress(state.listed, state.of)
  if (state.name === 'live') return say('live', '', '', 'every change is shown from here on')
  if ('retryAt' in state) say(state.name, '', '', `${state.reason}: back in ${Math.ceil((state.retryAt - Date.now()) / 1000)} s`)
}

/** For a person: in a line that is written over, and not more often than it can be read. */
function showProgress (listed: number, of: number): void {
  if (!process.stdout.isTTY || of < LONG_LIST || Date.now() < nextProgressAtMs) return
  nextProgressAtMs = Date.now() + PROGRESS_MS
  clearProgress()
  process.stdout.write(row(clock(), 'listing', '', '', `${listed} of ${of} entries`))
}

function clearProgress (): void {
  if (!process.stdout.isTTY) return
  cursorTo(process.stdout, 0)
  clearLine(process.stdout, 0)
}

function say (what: string, method: string, api: string, rest: string): void {
  clearProgress()
  console.log(row(clock(), what, method, api, rest))
}

function clock (): string {
  const now = new Date()
  return `${now.toTimeString().slice(0, 8)}.${String(now.getMilliseconds()).padStart(3, '0')}`
}
