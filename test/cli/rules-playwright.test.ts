// The HAR that `earshot rules export playwright` writes, replayed by Playwright's routeFromHAR in a real browser.
import t from 'tap'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Entry } from '../../src/schema/entry.js'
import { entryWith } from '../exchange/entry.js'
import { startBrowser } from '../support/browser.js'
import { BUILT, Earshot } from './earshot.js'

const START = 1_795_250_000_000
let n = 0
const recorded = (method: string, api: string, status: number, response: string, more: Partial<Entry> = {}): Entry => {
  const startTime = START + ++n * 1000
  const responseHeader = `HTTP/1.1 ${status} X\nContent-Type: text/plain\nContent-Encoding: gzip\nContent-Length: 3`
  return entryWith({ id: `${n}-a`, requestId: `r${n}`, method, api, responseHeader, response, startTime, timestamp: startTime, ...more })
}

const API = 'http://api.test'
const RECORDING = [
  recorded('GET', `${API}/job`, 503, 'busy'), recorded('GET', `${API}/job`, 200, 'waiting'), recorded('GET', `${API}/job`, 200, 'done'),
  recorded('GET', `${API}/job`, 500, 'broken'), recorded('POST', `${API}/orders`, 201, 'made', { request: '{"item":7}' }),
  recorded('POST', `${API}/rpc`, 200, 'user', { request: '{"method":"getUser"}' }), recorded('POST', `${API}/rpc`, 200, 'cart', { request: '{"method":"getCart"}' }),
  recorded('GET', `${API}/go`, 302, '', { responseHeader: 'HTTP/1.1 302 Found\nLocation: /there' }), recorded('GET', `${API}/there`, 200, 'there'),
  recorded('GET', `${API}/down`, 0, '', { responseHeader: 'HTTP/1.1 0' }), recorded('GET', '/nowhere', 200, 'a'),
  recorded('GET', `${API}/logo`, 200, 'data:image/png;base64,iVBORw==')
]

t.test('replays each request as it was last answered well, other bodies of the same request included', async t => {
  const folder = t.testdir({})
  const [recording, har] = [join(folder, 'recording.json'), join(folder, 'replay.har')]
  await writeFile(recording, JSON.stringify(RECORDING))
  const { code, stderr } = await new Earshot(t, BUILT).run(['rules', 'export', 'playwright', recording, '-o', har])
  t.equal(code, 0)
  t.same(stderr.trim().split('\n'), [
    'Not answered, because Playwright would answer a failed request with 200:', '  GET api.test/down',
    'Not answered, because their host is unknown:', '  GET /nowhere',
    'Answered with one response only, because Playwright always answers a request in the same way; ' +
      'the last success, else the last response, was kept:',
    '  GET api.test/job', '  GET api.test/job', '  GET api.test/job'
  ])
  const server = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end('<!doctype html>')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.closeAllConnections(); server.close() })
  const page = await (await startBrowser(t)).newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.routeFromHAR(har, { url: `${API}/**`, notFound: 'abort' })
  const ask = async (path: string, body?: string) => await page.evaluate(async ([url, body]) => {
    try {
      const reply = await fetch(url, body === undefined ? {} : { method: 'POST', body })
      return `${reply.status} ${await reply.text()}`
    } catch (error) {
      return (error as Error).name
    }
  }, [`${API}${path}`, body] as const)
  t.same([await ask('/job'), await ask('/job')], ['200 done', '200 done'])
  t.same([await ask('/orders', '{"item":7}'), await ask('/orders', '{"item":8}')], ['201 made', '201 made'])
  t.same([await ask('/rpc', '{"method":"getCart"}'), await ask('/rpc', '{"method":"getUser"}'), await ask('/rpc', '{}')], ['200 cart', '200 user', 'TypeError'])
  t.same([await ask('/go'), await ask('/logo'), await ask('/down'), await ask('/other')], ['200 there', '200 \ufffdPNG', 'TypeError', 'TypeError'])
})
