// npm run watch: a viewer in the terminal, a line for each message. It behaves as specification §6 asks of clients: a ping
// every 30 s, back 3 s after a close; with `since` it is then told what it missed.
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { WebSocket } from 'ws'
import { ChangeMessageSchema, ConnectedSchema, PongSchema, type ChangeMessage, type Connected } from '../src/schema/event.js'
import { fail, readCommandLine, row } from './command-line.js'
import { addressOf, readServiceUrl, readSession, URL_OPTION } from './service.js'

const USAGE = 'npm run watch -- <session id> [--url http://127.0.0.1:3000]'
const PING_MS = 30_000
const RETURN_MS = 3000
const MessageSchema = Type.Union([ConnectedSchema, PongSchema, ChangeMessageSchema])

const { values, positionals } = readCommandLine({ url: URL_OPTION }, USAGE)
if (positionals.length !== 1) fail(`Which session? usage: ${USAGE}`)
const session = readSession(positionals[0] ?? '')
const address = addressOf(readServiceUrl(values.url), '/ws', session)
address.protocol = address.protocol.replace('http', 'ws')

console.log(`Watching session ${session} at ${address.host}; Ctrl-C ends it.\n`)
connect()

function connect (): void {
  const socket = new WebSocket(address)
  let heartbeat: NodeJS.Timeout
  socket.on('open', () => { heartbeat = setInterval(() => { socket.send('{"type":"ping"}') }, PING_MS) })
  socket.on('message', (data: Buffer) => { hear(data.toString()) })
  socket.on('error', error => { say('error', '', '', error.message || 'no answer') })
  socket.on('close', (code, reason) => {
    clearInterval(heartbeat)
    say('closed', '', '', `${code}${reason.length > 0 ? ` ${reason.toString()}` : ''}: back in ${RETURN_MS / 1000} s`)
    setTimeout(connect, RETURN_MS)
  })
}

function hear (text: string): void {
  const message: unknown = JSON.parse(text)
  if (!Value.Check(MessageSchema, message)) return say('unknown', '', '', text)
  if (message.type === 'pong') return
  address.searchParams.set('since', message.rev)
  tell(message)
}

function tell (message: Connected | ChangeMessage): void {
  switch (message.type) {
    case 'connected': return say(message.type, '', '', `${message.data} ${message.data === 1 ? 'entry' : 'entries'}`)
    case 'deleted': return say(message.type, '', '', `entry ${message.data.id}`)
    case 'cleared': return say(message.type, '', '', 'all entries')
    case 'screenshot-received': return say(message.type, '', message.data.url, `${message.data.type}, ${message.data.size} bytes`)
    default: {
      const { method, api, timeConsuming } = message.data
      say(message.type, method, api, timeConsuming === 0 ? 'pending' : `complete ${timeConsuming} ms`)
    }
  }
}

function say (what: string, method: string, api: string, rest: string): void {
  const now = new Date()
  const clock = `${now.toTimeString().slice(0, 8)}.${String(now.getMilliseconds()).padStart(3, '0')}`
  console.log(row(clock, what, method, api, rest))
}
