// The app under test: two origins that log all requests; the address of a request determines the answer. The app's pages have the recorder
// if the test says so.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'
import type { Owner } from '../../../support/replica.js'

export interface Seen {
  method: string
  path: string
  body: string
  headers: Record<string, string | string[] | undefined>
}

export interface Site {
  url: string
  /** The other origin. */
  other: string
  seen: Seen[]
  /** Requests that were aborted before they were answered. */
  gone: string[]
  /** Scripts by their path, besides /worker.js. */
  scripts: Record<string, string>
  /** The body of /page. */
  page: string
  headers: Record<string, string>
  /** Answers all held requests. */
  release (): void
}

const BOUNDARY = /(?:WebKit|gecko)FormBoundary\w+/gi
const LONG_BOUNDARY = /-{4,}(?:WebKit|gecko)FormBoundary\w+/gi
const WANTED = [
  'content-type', 'content-length', 'transfer-encoding', 'x-a', 'origin', 'cookie', 'access-control-request-headers',
  'access-control-request-method', 'accept'
]

// A service worker that answers some requests itself, passes some on, and ignores the others.
const WORKER = `
  addEventListener('activate', event => event.waitUntil(clients.claim()))
  addEventListener('fetch', event => {
    if (event.request.url.includes('by-worker')) event.respondWith(new Response('from the worker'))
    if (event.request.url.includes('through')) event.respondWith(fetch(event.request))
  })`

/** Holds requests until they are released. */
class Held {
  private readonly replies = new Set<ServerResponse>()
  private readonly begun = new Set<ServerResponse>()
  private readonly waiting = new Set<() => void>()
  /** The number of the newest case of this page. */
  newest = 0

  add (reply: ServerResponse): void {
    this.replies.add(reply.on('close', () => this.replies.delete(reply)))
    for (const check of this.waiting) check()
  }

  /** Calls `arrived` once a request of the case is held, or a later case has begun. */
  tell (name: string, arrived: () => void): void {
    const check = () => {
      if (Number(name) >= this.newest && ![...this.replies].some(({ req }) => req.url?.includes(`case=${name}&`))) return
      this.waiting.delete(check)
      arrived()
    }
    this.waiting.add(check)
    check()
  }

  /** The beginning has been sent; the page tells when it has it. */
  begin (reply: ServerResponse): void {
    this.begun.add(reply)
  }

  /** Ended in order and not reset, so that a page gets all that was sent before. */
  breakOff (): void {
    for (const reply of this.begun) reply.socket?.end()
    this.begun.clear()
  }

  release (): void {
    for (const reply of this.replies) reply.end('released')
    this.replies.clear()
  }

  /** Ends what earlier cases have left open: otherwise it would use up the connections of the browser, until that collects its garbage. */
  note (name: string): void {
    if (Number(name) > this.newest) this.newest = Number(name)
    for (const reply of this.replies) if (Number(/case=(\d+)/.exec(reply.req.url ?? '')?.[1]) < this.newest) reply.end()
    for (const check of this.waiting) check()
  }
}

export async function startSite (t: Owner): Promise<Site> {
  const held = new Held()
  const site: Site = { url: '', other: '', seen: [], gone: [], scripts: {}, page: '', headers: {}, release: () => held.release() }
  const listen = async () => {
    const server = createServer((request, reply) => { serve(site, held, request, reply).catch(() => reply.destroy()) })
    new WebSocketServer({ server }).on('connection', socket => {
      socket.on('message', (data: Buffer, binary) =>
        data.toString() === 'bye' ? socket.close(4001, 'as asked') : socket.send(data, { binary }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => { server.closeAllConnections(); server.close() })
    return `http://127.0.0.1:${((server).address() as AddressInfo).port}`
  }
  site.url = await listen()
  site.other = await listen()
  return site
}

async function serve (site: Site, held: Held, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', site.url)
  const query = url.searchParams
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' }
  if (url.pathname === '/page') held.newest = 0
  if (url.pathname === '/page') { reply.writeHead(200, { 'content-type': 'text/html', ...site.headers }).end(site.page); return }
  if (url.pathname.startsWith('/case-files/')) {
    reply.writeHead(200, { 'content-type': 'text/javascript' })
      .end(readFileSync(new URL(`./cases/${url.pathname.split('/').at(-1)}`, import.meta.url)))
    return
  }
  const script = site.scripts[url.pathname]
  if (script !== undefined) { reply.writeHead(200, { 'content-type': 'text/javascript', 'service-worker-allowed': '/', ...site.headers }).end(script); return }
  if (url.pathname === '/worker.js') { reply.writeHead(200, { 'content-type': 'text/javascript' }).end(WORKER); return }
  if (query.has('case')) held.note(query.get('case') ?? '')
  if (url.pathname === '/arrived') { held.tell(query.get('case') ?? '', () => reply.writeHead(204).end()); return }
  if (url.pathname === '/break') { held.breakOff(); reply.writeHead(204).end(); return }
  if (url.pathname === '/favicon.ico') { reply.writeHead(204).end(); return }
  reply.on('close', () => { if (!reply.writableFinished) site.gone.push(url.pathname + url.search) })
  const body = await buffer(request)
  // The boundary of a form is random; in Firefox, so is its length.
  const text = body.toString('latin1').replace(body.length > 200 ? LONG_BOUNDARY : BOUNDARY, 'B')
  const seen = (name: string) => {
    const value = String(request.headers[name] ?? '').replace(BOUNDARY, 'B')
    return name === 'content-length' && value === String(body.length) ? String(text.length) : value
  }
  site.seen.push({
    method: request.method ?? '',
    path: url.pathname + url.search,
    body: body.length > 200 ? createHash('md5').update(text).digest('hex') : text,
    headers: Object.fromEntries(WANTED.map(name => [name, seen(name)]))
  })
  const headers = { ...(!query.has('nocors') && cors), 'content-type': query.get('type') ?? 'text/plain', 'x-answer': 'a' }
  if (request.method === 'OPTIONS') { reply.writeHead(204, cors).end(); return }
  answer(held, query, headers, reply)
}

function answer (held: Held, query: URLSearchParams, headers: Record<string, string>, reply: ServerResponse): void {
  const status = Number(query.get('status') ?? 200)
  const text = (query.get('text') ?? 'hello').repeat(Number(query.get('times') ?? 1))
  if (query.has('reset')) { reply.destroy(); return }
  if (query.has('to')) { reply.writeHead(302, { ...headers, location: query.get('to') ?? '' }).end(); return }
  if (query.has('hold')) { held.add(reply); return }
  if (query.has('headers')) { reply.writeHead(200, headers); reply.flushHeaders(); held.add(reply); return }
  // Continues when the page requests /break.
  if (query.has('broken')) {
    reply.writeHead(200, { ...headers, 'content-length': '100' }).write('part')
    held.begin(reply)
    return
  }
  if (query.has('size')) { reply.writeHead(200, headers).end(Buffer.alloc(Number(query.get('size')), 'x')); return }
  if (query.has('pieces')) {
    reply.writeHead(status, headers)
    for (let n = 0; n < Number(query.get('pieces')); n++) {
      reply.write(query.get('type') === 'text/event-stream' ? `data: ${n}\n\n` : `${n}\n`)
    }
    if (query.has('open')) held.add(reply)
    else reply.end()
    return
  }
  if ([204, 304].includes(status)) { reply.writeHead(status, headers).end(); return }
  reply.writeHead(status, headers).end(query.has('hex') ? Buffer.from(query.get('hex') ?? '', 'hex') : text)
}
