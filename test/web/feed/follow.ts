// A feed under test that records its events; and a scripted service: a real HTTP and WebSocket server that sends what a test wants.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { WebSocket, WebSocketServer } from 'ws'
import type { Entry } from '../../../src/schema/entry.js'
import { SessionFeed, type FeedState, type SessionFeedOptions } from '../../../src/web/feed/session-feed.js'

export interface Followed {
  feed: SessionFeed
  /** All states that it entered, in order. */
  states: FeedState[]
  changes: { type: string }[]
  /** Its sockets, the oldest first. */
  sockets: WebSocket[]
  /** Resolves when it enters the state, or is in it. */
  enters: (name: FeedState['name']) => Promise<FeedState>
  /** Resolves when it enters the state the next time. */
  entersAgain: (name: FeedState['name']) => Promise<FeedState>
}

/** Short, so that tests are fast. */
const TIMING = { retryMs: 20, refusedMs: 40, jitterMs: 5 }

export function follow (t: Test, options: Omit<SessionFeedOptions, 'WebSocket'>): Followed {
  const sockets: WebSocket[] = []
  const states: FeedState[] = []
  const changes: { type: string }[] = []
  const waiting = new Set<{ name: string, resolve: (state: FeedState) => void }>()
  class Tapped extends WebSocket {
    constructor (url: string) {
      super(url)
      sockets.push(this)
    }
  }
  const feed = new SessionFeed({
    ...options,
    WebSocket: Tapped,
    timing: { ...TIMING, ...options.timing },
    onChange: change => {
      changes.push(change)
      options.onChange?.(change)
    },
    onState: state => {
      states.push(state)
      for (const waiter of waiting) {
        if (waiter.name !== state.name) continue
        waiting.delete(waiter)
        waiter.resolve(state)
      }
      options.onState?.(state)
    }
  })
  t.teardown(() => {
    feed.close()
    for (const socket of sockets) socket.terminate()
  })
  const entersAgain = (name: FeedState['name']) => new Promise<FeedState>(resolve => waiting.add({ name, resolve }))
  const enters = async (name: FeedState['name']) => feed.state.name === name ? feed.state : await entersAgain(name)
  return { feed, states, changes, sockets, enters, entersAgain }
}

/** Entries as JSON lines, as the service lists them. */
export function linesOf (...entries: Entry[]): string {
  return entries.map(entry => JSON.stringify(entry) + '\n').join('')
}

/** A promise, and the function that resolves it. */
export function latch (): { opened: Promise<void>, open: () => void } {
  let open = () => {}
  const opened = new Promise<void>(resolve => { open = resolve })
  return { opened, open }
}

export interface Script {
  /** Status and body of the answer to a GET; a list without a script is empty. */
  get?: (path: string) => { status: number, body: unknown } | Promise<{ status: number, body: unknown }>
  /** Answers the nth request (from 1) for the list, in lines, instead of `get`; `after`: the entry after which the list starts. */
  lines?: (reply: ServerResponse, nth: number, after: string | null, request: IncomingMessage) => void
  /** The status with which an upgrade is refused; undefined accepts it. */
  refuse?: () => number | undefined
  /** Called for the nth connection of a viewer, counted from 1. */
  connected: (say: (message: object) => void, socket: WebSocket, nth: number, since: string | null) => void
}

export interface ScriptedService {
  url: string
  /** The requested URLs, upgrades included. */
  asked: URL[]
}

export async function startScript (t: Test, script: Script): Promise<ScriptedService> {
  const asked: URL[] = []
  const note = (request: IncomingMessage) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    asked.push(url)
    return url
  }
  let lists = 0
  const server = createServer((request, reply) => {
    const { pathname, searchParams } = note(request)
    if (script.lines && pathname.endsWith('/entries')) {
      reply.setHeader('content-type', 'application/x-ndjson; charset=utf-8')
      script.lines(reply, ++lists, searchParams.get('after'), request)
      return
    }
    const answer = script.get?.(pathname) ?? { status: 200, body: [] }
    Promise.resolve(answer).then(({ status, body }) => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }, () => reply.destroy())
  })
  const channel = new WebSocketServer({ noServer: true })
  let nth = 0
  server.on('upgrade', (request, socket, head) => {
    const url = note(request)
    const status = script.refuse?.()
    if (status) {
      socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    channel.handleUpgrade(request, socket, head, viewer => {
      script.connected(message => { viewer.send(JSON.stringify(message)) }, viewer, ++nth, url.searchParams.get('since'))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const viewer of channel.clients) viewer.terminate()
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
