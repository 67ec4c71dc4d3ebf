// An app for the tests of rules for XMLHttpRequest. Its server gives the answers in answers.ts; the path of a request selects one. Its
// pages opt in to rules.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { WebSocketServer } from 'ws'
import type { GivenRule } from '../../../../src/schema/rule.js'
import { newSession } from '../../../support/client.js'
import { written } from '../../../support/rules.js'
import { until } from '../../../support/until.js'
import { browser, replica, tag } from '../browser/place.js'
import { ANSWERS } from './answers.js'

export interface Seen { method: string, url: string, headers: IncomingMessage['headers'], body: string }

/** The requests that arrived, except for pages and scripts. */
export const seen: Seen[] = []
/** Upgrades to a WebSocket that arrived, by their path. */
export const upgrades: string[] = []
let html = ''

async function serve (request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://app')
  if (pathname === '/page') {
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    return
  }
  if (pathname === '/uses.js') {
    reply.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(new URL('uses.js', import.meta.url)))
    return
  }
  const body = await text(request)
  if (pathname !== '/settled') seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
  const [, name] = /^\/answer\/(\w+)$/.exec(pathname) ?? []
  if (name === 'lost') {
    request.socket.destroy()
    return
  }
  const { status, statusText, headers, body: bytes } = ANSWERS[name ?? ''] ?? ANSWERS.plain!
  const answer = () => {
    const all = [...headers, ...status === 204 ? [] : [['content-length', `${bytes.length}`]], ['access-control-allow-origin', '*'],
      ['access-control-allow-headers', '*'], ['access-control-expose-headers', '*']]
    reply.writeHead(status, statusText, name === undefined ? all.flat() : all.slice(0, -3).flat())
    reply.end(request.method === 'HEAD' ? undefined : bytes)
  }
  const wait = Number(searchParams.get('wait') ?? 0)
  if (wait > 0) setTimeout(answer, wait)
  else answer()
}

async function listen (): Promise<string> {
  const server = createServer((request, reply) => { serve(request, reply).catch(() => reply.destroy()) })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    upgrades.push(request.url ?? '')
    sockets.handleUpgrade(request, socket, head, opened => opened.on('message', data => opened.send(data)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const app = await listen()
export const other = await listen()

/** Its answer tells that the page has the rules. */
const PROBE: GivenRule = {
  name: 'probe', match: 'path:=/probe', action: { type: 'respond', status: 200, body: { text: 'ready' } }
}

export interface Ruled { page: Page, session: string, version: string }

interface Opening {
  /** Scripts before and after the recorder's. */
  before?: string
  after?: string
  /** false: without the recorder. */
  isRecorded?: boolean
}

/** Opens a page that has these rules, and waits until they apply. */
export async function openRuled (t: Test, rules: GivenRule[], { before = '', after = '', isRecorded = true }: Opening = {}): Promise<Ruled> {
  const session = newSession()
  const { version } = await written(t, replica, session, [...rules, PROBE])
  html = `<!doctype html><title>app</title>${before}${isRecorded ? tag(session, 'data-rules') : ''}${after}<script src="/uses.js"></script>`
  const page = await browser.newPage()
  t.teardown(() => page.close())
  await page.goto(`${app}/page`)
  if (isRecorded) {
    await until('the rules apply', async () => await page.evaluate("fetch('/probe').then(reply => reply.text())") === 'ready')
  }
  return { page, session, version }
}

/** What a request in the page gives. */
export interface Outcome { status: number, text: string, headers: string, events: string[] }

/** In the page: `ask(address, { method, body, headers, timeout, type, sent })` resolves after the last event. */
export const ASK = `<script>
  function ask (address, { method = 'GET', body, headers = {}, timeout = 0, type = '', sent = () => {} } = {}) {
    const xhr = new XMLHttpRequest()
    const events = []
    for (const name of ['loadstart', 'readystatechange', 'progress', 'load', 'error', 'timeout', 'abort', 'loadend']) {
      xhr.addEventListener(name, () => { if (xhr.readyState > 1 || name === 'loadstart') events.push(name === 'readystatechange' ? xhr.readyState : name) })
    }
    xhr.open(method, address)
    for (const name in headers) xhr.setRequestHeader(name, headers[name])
    xhr.responseType = type
    xhr.timeout = timeout
    const over = new Promise(resolve => xhr.addEventListener('loadend', () => resolve({
      status: xhr.status,
      text: typeof xhr.response === 'string' ? xhr.response : JSON.stringify(xhr.response),
      headers: xhr.getAllResponseHeaders(),
      events
    })))
    xhr.send(body)
    sent(xhr)
    return over
  }
</script>`
