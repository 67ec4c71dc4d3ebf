// A program that asks for the same answers with every client, and logs what it sees: `program.ts <places as JSON>`. It waits until the
// first rule applies.
import axios from 'axios'
import got from 'got'
import nodeFetch from 'node-fetch'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fetch as undiciFetch, pipeline, request, stream } from 'undici'
import { told } from '../case.js'

const { http: plain, https: secure } = JSON.parse(process.argv[2] ?? '') as { http: string, https: string }
const PATHS = ['pay', 'empty', 'same', 'none', 'bytes', 'long', 'later']

async function log (what: string, run: () => Promise<unknown>): Promise<void> {
  const seen = await run().catch((error: unknown) => ({ error: told(error) }))
  console.log(JSON.stringify({ what, seen }))
}

async function fetched (response: Response): Promise<unknown> {
  const { status, statusText, url, type, redirected, ok } = response
  const copy = response.clone()
  return [
    status, statusText, [...response.headers], url.replace(/.*:\d+/, ''), type, redirected, ok, response.body === null, hexOf(await response.arrayBuffer()),
    response.bodyUsed, hexOf(await copy.arrayBuffer())
  ]
}

function hexOf (bytes: ArrayBuffer | Buffer): string {
  return Buffer.from(bytes as Buffer).toString('hex')
}

function asked (path: string, options: RequestOptions = {}, body?: string | Readable): Promise<unknown> {
  const secured = path.startsWith('https:')
  return new Promise((resolve, reject) => {
    const events: string[] = []
    const request = (secured ? https : http).request(path, { ...secured && { rejectUnauthorized: false }, ...options })
    for (const event of ['socket', 'finish', 'continue', 'timeout', 'abort', 'close']) request.on(event, () => events.push(event))
    request.on('timeout', () => request.destroy(new Error('timed out')))
    request.on('error', reject).on('response', (response: IncomingMessage) => {
      buffer(response).then(bytes => {
        const { statusCode, statusMessage, httpVersion, rawHeaders, complete } = response
        resolve([statusCode, statusMessage, httpVersion, rawHeaders, complete, hexOf(bytes), events])
      }, reject)
    })
    if (options.headers && 'expect' in options.headers) request.on('continue', () => request.end(body))
    else if (body instanceof Readable) body.pipe(request)
    else request.end(body)
  })
}

while ((await fetch(`${plain}/ready`)).status !== 200) await new Promise(resolve => setTimeout(resolve, 20))

for (const path of PATHS) {
  const url = `${plain}/${path}?a=b`
  await log(`fetch ${path}`, async () => await fetched(await fetch(url)))
  await log(`fetch HEAD ${path}`, async () => await fetched(await fetch(url, { method: 'HEAD' })))
  await log(`undici.request ${path}`, async () => {
    const { statusCode, headers, body, trailers } = await request(url)
    return [statusCode, headers, trailers, hexOf(await body.arrayBuffer())]
  })
  await log(`undici.fetch ${path}`, async () => await fetched(await undiciFetch(url)))
  await log(`http ${path}`, () => asked(url))
  await log(`http without an agent ${path}`, () => asked(url, { agent: false, method: 'POST' }, 'a body'))
  await log(`https ${path}`, () => asked(`${secure}/${path}`))
  await log(`axios ${path}`, async () => {
    const { status, statusText, data, headers } = await axios.get<string>(url, { validateStatus: null })
    return [status, statusText, data, headers]
  })
  await log(`got ${path}`, async () => {
    const { statusCode, statusMessage, rawBody, headers, retryCount } = await got(url, { throwHttpErrors: false, retry: { limit: 0 } })
    return [statusCode, statusMessage, hexOf(rawBody), headers, retryCount]
  })
  await log(`node-fetch ${path}`, async () => {
    const response = await nodeFetch(url)
    return [response.status, response.statusText, response.headers.raw(), hexOf(await response.arrayBuffer())]
  })
}

const pay = `${plain}/pay`
const streamed = () => Readable.from([Buffer.from('one'), Buffer.from('two')])
await log('fetch with a stream', async () => await fetched(await fetch(pay, { method: 'POST', body: Readable.toWeb(streamed()), duplex: 'half' })))
await log('fetch with a form', async () => {
  const body = new FormData()
  body.append('a', new Blob(['b']), 'c.txt')
  return await fetched(await fetch(new Request(pay, { method: 'POST', body })))
})
await log('a request is used up', async () => {
  const given = new Request(pay, { method: 'POST', body: 'once' })
  await fetch(given)
  return [given.bodyUsed, await fetch(given).catch(told)]
})
await log('undici.request with a stream', async () => {
  const body = streamed()
  const { statusCode } = await request(pay, { method: 'POST', body })
  return [statusCode, body.readableEnded]
})
await log('undici.stream', async () => {
  const chunks: Buffer[] = []
  await stream(`${plain}/long`, { method: 'GET', opaque: 7 }, ({ statusCode, opaque }) => {
    chunks.push(Buffer.from(`${statusCode} ${String(opaque)}`))
    return new Writable({ highWaterMark: 1, write: (chunk: Buffer, _encoding, done) => { chunks.push(chunk); setImmediate(done) } })
  })
  return hexOf(Buffer.concat(chunks))
})
await log('undici.pipeline', async () => {
  const body = streamed().pipe(pipeline(`${plain}/long`, { method: 'PUT' }, ({ body }) => body))
  return hexOf(await buffer(body))
})
await log('undici: the writer throws', async () => await stream(pay, { method: 'GET' }, () => { throw new Error('of the app') }))
await log('undici: the body fails', async () => {
  const body = new Readable({ read () { this.destroy(new Error('no more')) } })
  return await request(pay, { method: 'POST', body })
})
await log('undici: the body of the answer is not wanted', async () => {
  const { body } = await request(`${plain}/long`)
  await body.dump()
  return body.destroyed
})
await log('http: a stream', () => asked(pay, { method: 'POST' }, streamed()))
await log('http: it waits for a server that may refuse', () => asked(pay, { method: 'POST', headers: { expect: '100-continue' } }, 'late'))
await log('http: an agent that keeps connections', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const all = await Promise.all([asked(pay, { agent }), asked(pay, { agent }), asked(`${plain}/none`, { agent })])
  agent.destroy()
  return all
})
for (const [name, url] of [['reset', `${plain}/reset`], ['hang', `${plain}/hang`]] as const) {
  const isHanging = name === 'hang'
  const signal = () => isHanging ? AbortSignal.timeout(100) : undefined
  await log(`fetch ${name}`, () => fetch(url, { signal: signal() ?? null }))
  await log(`fetch ${name}, a body`, () => fetch(url, { signal: signal() ?? null, method: 'POST', body: 'text' }))
  await log(`undici.request ${name}`, () => request(url, { signal: signal() }))
  await log(`http ${name}`, () => asked(url, isHanging ? { timeout: 100 } : {}))
  // A server cannot reset a connection of TLS.
  if (isHanging) await log('https hang', () => asked(`${secure}/hang`, { timeout: 100 }))
  await log(`axios ${name}`, () => axios.get(url, isHanging ? { timeout: 100 } : {}))
  await log(`got ${name}`, () => got(url, { retry: { limit: 0 }, ...isHanging && { timeout: { response: 100 } } }))
}
await log('undici: headers in time', () => request(`${plain}/hang`, { headersTimeout: 10 }))
await log('fetch: aborted before', () => fetch(pay, { signal: AbortSignal.abort(new Error('enough')) }))
await log('http: aborted before', () => asked(pay, { signal: AbortSignal.abort() }))
await log('http: aborted while it waits', () => asked(`${plain}/hang`, { signal: AbortSignal.timeout(50) }))
await log('undici: aborted before', () => request(pay, { signal: AbortSignal.abort() }))
