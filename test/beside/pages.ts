// Pages that load other software (see page-places.ts) before or after the recorder: the recorder makes no difference to what the pages and
// their server see, and each request is recorded once.
import { build } from 'esbuild'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { list, newSession } from '../support/client.js'
import { startBrowser } from '../support/browser.js'
import { until } from '../support/until.js'
import { PAGE_PLACES, type PagePlace } from './page-places.js'

/** What every page does, and what it saw of it. */
const APP = `
  const outcome = async run => {
    try {
      return await run()
    } catch (error) {
      return [Object.prototype.toString.call(error), String(error)]
    }
  }
  const byXhr = (method, path, body, type = '') => new Promise(resolve => {
    const events = []
    const xhr = new XMLHttpRequest()
    for (const name of ['readystatechange', 'load', 'error', 'abort', 'loadend']) xhr.addEventListener(name, () => events.push(name + xhr.readyState))
    xhr.addEventListener('loadend', () => setTimeoutOfPage(() => resolve([xhr.status, xhr.response, events])))
    xhr.open(method, path)
    xhr.responseType = type
    xhr.setRequestHeader('x-own', '1')
    xhr.send(body)
  })
  const textOf = async stream => {
    let text = ''
    for await (const piece of stream.pipeThrough(new TextDecoderStream())) text += piece
    return text
  }
  const abort = async () => {
    const control = new AbortController()
    const asked = fetch('/api/hang', { signal: control.signal })
    control.abort()
    return await asked
  }
  const doAll = async more => [
    await outcome(async () => (await fetch('/api/json')).json()),
    await outcome(async () => (await fetch('/api/text', { method: 'POST', body: '{"a":1}', headers: { 'x-own': '1' } })).text()),
    await outcome(async () => (await fetch(new Request('/api/request', { method: 'PUT', body: 'b' }))).text()),
    await outcome(async () => textOf((await fetch('/api/stream')).body)),
    await outcome(async () => { const one = await fetch('/api/clone'); return [await one.clone().text(), await one.text()] }),
    await outcome(async () => (await fetch('/api/error')).status),
    await outcome(() => fetch('http://127.0.0.1:1/')),
    await outcome(() => fetch('http://[')),
    await outcome(abort),
    await outcome(() => byXhr('GET', '/api/xhr')),
    await outcome(() => byXhr('POST', '/api/xhr-json', '{"b":1}', 'json')),
    await outcome(() => new XMLHttpRequest().send()),
    await outcome(() => new Promise(resolve => {
      const socket = new WebSocket('ws://127.0.0.1:1/')
      socket.onclose = event => resolve(event.code)
    })),
    navigator.sendBeacon('/api/beacon', 'c'),
    await outcome(more),
    await outcome(async () => (await fetch('/api/last')).text())
  ]
  const setTimeoutOfPage = setTimeout
  const unhandled = []
  addEventListener('unhandledrejection', event => { unhandled.push(String(event.reason)); event.preventDefault() })
  // It begins after all scripts. Its results go to the server by the browser's own fetch: after lockdown() of SES, Playwright sees nothing.
  const fetchOfPage = fetch
  let ready
  const prepared = new Promise(resolve => { ready = (more = () => {}) => resolve({ more }) })
  addEventListener('load', async () => {
    const results = await doAll((await prepared).more)
    fetchOfPage('/results', { method: 'POST', body: JSON.stringify({ results, unhandled }) })
  })`

interface Ran { results: unknown, unhandled: string[], seen: string[], problems: string[] }

/** `words`: only the places whose names contain one of them. */
export async function checkPages (t: Test, installed: string, words: string[], service: string): Promise<void> {
  const places = PAGE_PLACES.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)))
  if (places.length === 0) return
  const browser = await startBrowser(t, { whole: true })
  const site = await startSite(t, installed)
  for (const place of places) {
    await t.test(place.name, async t => {
      const script = `<script>${await bundled(place, installed)}</script>`
      const ran = async (head: string): Promise<Ran> => {
        site.page = `<!doctype html><title>beside</title><script>${APP}</script>${head}`
        site.seen = []
        const context = await browser.newContext()
        t.teardown(() => context.close())
        const page = await context.newPage()
        const problems: string[] = []
        page.on('pageerror', error => problems.push(String(error)))
        site.results = undefined
        await page.goto(`${site.url}/page`)
        await until('the page has done all', async () => site.results !== undefined)
        return { ...site.results!, seen: site.seen.sort(), problems }
      }
      const without = await ran(script)
      t.same(without.problems, [], 'the page works')
      for (const order of ['the recorder first', ...place.isAfter ? [] : ['the recorder last']]) {
        await t.test(order, async t => {
          const session = newSession()
          const tag = `<script src="${service}/earshot.js" data-session="${session}" crossorigin></script>`
          t.same(await ran(order.endsWith('first') ? tag + script : script + tag), without, 'the page and the server see the same')
          let recorded: string[] = []
          await until('all are complete', async () => {
            const entries = (await list({ url: service }, session)).filter(({ api }) => api.startsWith(`${site.url}/api/`))
            recorded = entries.map(({ method, api }) => `${method} ${new URL(api).pathname}`).sort()
            return entries.some(({ api }) => api.endsWith('/api/last')) && entries.every(({ timeConsuming }) => timeConsuming > 0)
          })
          // The server of an aborted request may not see it, and a service worker may ask for none.
          const seen = without.seen.map(line => line.split(' ', 2).join(' ')).filter(line => !line.includes('/api/hang'))
          t.same(recorded.filter(line => !/hang|mocked/.test(line)), seen, 'each is recorded once')
        })
      }
    })
  }
}

async function bundled ({ source }: PagePlace, installed: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: installed },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"', global: 'window' },
    // As modules are.
    banner: { js: '"use strict";' },
    logLevel: 'error'
  })
  return outputFiles[0]!.text.replaceAll('</script', '<\\/script')
}

interface Site { url: string, page: string, seen: string[], results?: Pick<Ran, 'results' | 'unhandled'> | undefined }

async function startSite (t: Test, installed: string): Promise<Site> {
  const site: Site = { url: '', page: '', seen: [] }
  const worker = readFileSync(join(createRequire(join(installed, 'a.js')).resolve('msw/package.json'), '../lib/mockServiceWorker.js'))
  const server = createServer((request, response) => { answer(site, worker, request, response).catch(() => response.destroy()) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.close(); server.closeAllConnections() })
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

async function answer (site: Site, worker: Buffer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, headers } = request
  const path = new URL(request.url ?? '', 'http://a').pathname
  if (path === '/page') { response.writeHead(200, { 'content-type': 'text/html' }).end(site.page); return }
  if (path === '/mockServiceWorker.js') { response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker); return }
  if (path === '/results') {
    site.results = JSON.parse((await buffer(request)).toString()) as typeof site.results
    response.end()
    return
  }
  if (!path.startsWith('/api/')) { response.writeHead(204).end(); return }
  const body = (await buffer(request)).toString()
  if (path !== '/api/hang') {
    // An SDK sets its cookie, and begins to mark requests, some time after it was started.
    const names = Object.keys(headers).filter(name => !/^(?:cookie|baggage|trace.*|x-datadog-.*)$/.test(name)).sort().join()
    site.seen.push([method, path, body, headers['content-type'], headers['x-own'], names].join(' '))
  }
  if (path === '/api/hang') return
  const type = path.includes('json') ? 'application/json' : 'text/plain'
  response.writeHead(path === '/api/error' ? 500 : 200, { 'content-type': type }).end(JSON.stringify({ method, path, body }))
}
