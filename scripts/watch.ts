// npm run watch: a viewer in the terminal, a line for each change. The copy it keeps, and how it comes back after a close, is
// SessionFeed's.
import { WebSocket } from 'ws'
import type { ChangeMessage } from '../src/schema/event.js'
import { SessionFeed, type FeedState } from '../src/web/feed/session-feed.js'
import { fail, readCommandLine, row } from './command-line.js'
import { readServiceUrl, readSession, URL_OPTION } from './service.js'

const USAGE = 'npm run watch -- <session id> [--url http://127.0.0.1:3000?token=...]'

const { values, positionals } = readCommandLine({ url: URL_OPTION }, USAGE)
if (positionals.length !== 1) fail(`Which session? usage: ${USAGE}`)
const sessionId = readSession(positionals[0] ?? '')
const service = readServiceUrl(values.url)
const token = service.searchParams.get('token') ?? undefined
service.search = ''

console.log(`Watching session ${sessionId} at ${service.host}; Ctrl-C ends it.\n`)
const feed = new SessionFeed({ url: service.href, sessionId, token, WebSocket, onChange: tell, onState: tellState })

function tell (change: ChangeMessage | { type: 'listed' }): void {
  switch (change.type) {
    case 'listed': return say(change.type, '', '', `${feed.size} ${feed.size === 1 ? 'entry' : 'entries'}`)
    case 'deleted': return say(change.type, '', '', `entry ${change.data.id}`)
    case 'cleared': return say(change.type, '', '', 'all entries')
    case 'screenshot-received': return say(change.type, '', change.data.url, `${change.data.type}, ${change.data.size} bytes`)
    default: {
      const { method, api, timeConsuming } = change.data
      say(change.type, method, api, timeConsuming === 0 ? 'pending' : `complete ${timeConsuming} ms`)
    }
  }
}

function tellState (state: FeedState): void {
  if (state.name === 'live') return say('live', '', '', 'every change is shown from here on')
  if ('retryAt' in state) say(state.name, '', '', `${state.reason}: back in ${Math.ceil((state.retryAt - Date.now()) / 1000)} s`)
}

function say (what: string, method: string, api: string, rest: string): void {
  const now = new Date()
  const clock = `${now.toTimeString().slice(0, 8)}.${String(now.getMilliseconds()).padStart(3, '0')}`
  console.log(row(clock, what, method, api, rest))
}
