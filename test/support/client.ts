// An app and a viewer, as clients of a replica over HTTP and WebSocket.
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { WebSocket } from 'ws'
import type { ChangeMessage, Connected, Pong } from '../../src/schema/event.js'
import type { Entry } from '../../src/schema/entry.js'

export type Message = ChangeMessage | Connected | Pong

export interface Reply {
  status: number
  headers: Headers
  body: unknown
}

interface Target { url: string }

let sessions = 0

/** Returns a new session id of 15 characters for each test. */
export function newSession (): string {
  return `s${process.pid}-${sessions++}`.padEnd(15, '_').slice(0, 15)
}

/** Uses a new connection, so that a load balancer may choose any replica. */
export async function call ({ url }: Target, path: string, init: RequestInit = {}): Promise<Reply> {
  const headers = new Headers(init.headers)
  headers.set('connection', 'close')
  const reply = await fetch(url + path, { ...init, headers })
  const text = await reply.text()
  const json = text !== '' && /json/.test(reply.headers.get('content-type') ?? '')
  return { status: reply.status, headers: reply.headers, body: json ? JSON.parse(text) : text }
}

/** Pushes fields as JSON, or a text unchanged. */
export function push (target: Target, session: string, body: unknown, contentType = 'application/json'): Promise<Reply> {
  return call(target, `/capture/raw-data?sessionId=${encodeURIComponent(session)}`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })
}

/** The result of one push in the reply to a batch or an import. */
export type Told = { id: string } | { code: string, message: string }

/** Pushes several at once as a JSON array, or a text unchanged. */
export function pushBatch (target: Target, session: string, body: unknown, contentType = 'application/json'): Promise<Reply> {
  return call(target, `/capture/batch?sessionId=${encodeURIComponent(session)}`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })
}

/** Imports the text of a HAR. */
export function importHar (target: Target, session: string, body: string, contentType = 'application/json'): Promise<Reply> {
  return call(target, `/capture/har?sessionId=${encodeURIComponent(session)}`,
    { method: 'POST', headers: { 'content-type': contentType }, body })
}

/** Pushes, and returns the entry's id. */
export async function pushed (target: Target, session: string, fields: Record<string, unknown>): Promise<string> {
  const { status, body } = await push(target, session, { api: '/a', method: 'GET', ...fields })
  if (status !== 200) throw new Error(`The push was answered ${status}: ${JSON.stringify(body)}`)
  return (body as { data: string }).data
}

/** A GIF of one pixel. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** A form with a file as the screenshot. */
export function formOf (file: Buffer): FormData {
  const form = new FormData()
  form.append('screenshot', new Blob([new Uint8Array(file)]), 'screenshot.gif')
  return form
}

/** Uploads a file as the screenshot. */
export function upload (target: Target, query: string, file: Buffer): Promise<Reply> {
  return call(target, `/upload${query}`, { method: 'POST', body: formOf(file) })
}

/** Uploads a screenshot, and returns the reply's body. */
export async function uploaded (target: Target, session: string): Promise<{ id: string, url: string }> {
  const { status, body } = await upload(target, `?sessionId=${encodeURIComponent(session)}`, PIXEL)
  if (status !== 200) throw new Error(`The upload was answered ${status}: ${JSON.stringify(body)}`)
  return body as { id: string, url: string }
}

export async function list (target: Target, session: string): Promise<Entry[]> {
  const { body } = await call(target, `/capture/entries?sessionId=${encodeURIComponent(session)}`)
  return body as Entry[]
}

export interface Viewer {
  socket: WebSocket
  /** Resolves with the next message. */
  next(): Promise<Message>
  /** Resolves with the next `count` messages. */
  take(count: number): Promise<Message[]>
  /** The close code, once the connection is closed. */
  closed: Promise<number>
}

/** Returns the status and the body of the reply to a rejected handshake. */
export async function refusedToWatch (
  { url }: Target, query: string, headers: Record<string, string> = {}
): Promise<{ status?: number | undefined, body: unknown }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?${query}`, { headers })
  socket.on('error', () => {}) // the socket is closed before it is open
  const [, reply] = await once(socket, 'unexpected-response') as [unknown, IncomingMessage]
  const body = JSON.parse(await text(reply)) as unknown
  socket.terminate()
  return { status: reply.statusCode, body }
}

/** Resolves once connected; `connected` is the first message. `since` is the rev to resume from. */
export async function watch (t: Test, { url }: Target, session: string, since?: string, token?: string): Promise<Viewer> {
  const query = new URLSearchParams({ sessionId: session, ...(since !== undefined && { since }), ...(token !== undefined && { token }) })
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?${query.toString()}`)
  t.teardown(() => socket.terminate())
  const arrived: Message[] = []
  const waiting: ((message: Message) => void)[] = []
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message
    const taker = waiting.shift()
    if (taker) taker(message)
    else arrived.push(message)
  })
  const closed = new Promise<number>(resolve => socket.once('close', resolve))
  const next = async () => arrived.shift() ?? await new Promise<Message>(resolve => waiting.push(resolve))
  const take = async (count: number) => {
    const messages: Message[] = []
    while (messages.length < count) messages.push(await next())
    return messages
  }
  await once(socket, 'open')
  return { socket, next, take, closed }
}
