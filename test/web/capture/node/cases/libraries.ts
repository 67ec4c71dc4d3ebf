// undici as a package, HTTP libraries, and TCP, which is not recorded.
import axios from 'axios'
import got from 'got'
import nodeFetch from 'node-fetch'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { Agent, fetch as undiciFetch, Pool, request, stream } from 'undici'
import type { Case } from '../case.js'
import { told } from '../case.js'

const JSON_TEXT = '{"a": 1.0, "b": [12345678901234567890]}'

export const LIBRARIES: Case[] = [
  {
    title: 'undici.request',
    entries: [
      { line: 'GET /json 200', response: JSON_TEXT }, { line: 'POST /echo 200', request: 'text', response: 'text' },
      { line: 'POST /echo 200', response: 'bytes' }
    ],
    run: async (at, log) => {
      const { statusCode, headers, body } = await request(`${at.http}/json`)
      log(statusCode, Object.keys(headers), await body.text())
      log(await (await request(`${at.http}/echo`, { method: 'POST', body: 'text', headers: { 'X-Odd-CASE': 'a' } })).body.text())
      log(await (await request(`${at.http}/echo`, { method: 'POST', body: Readable.from(['bytes']) })).body.text())
    }
  },
  {
    title: 'undici.fetch',
    entries: [{ line: 'GET /gzip 200' }, { line: 'GET /moved 302' }, { line: 'GET /json 200', response: JSON_TEXT }],
    run: async (at, log) => {
      log((await (await undiciFetch(`${at.http}/gzip`)).text()).length)
      log(await (await undiciFetch(`${at.http}/moved`)).json())
    }
  },
  {
    title: 'undici.stream, a pool with one connection, an agent of its own for the global fetch',
    entries: [
      { line: 'GET /text 200', response: 'grüße' }, ...Array.from({ length: 5 }, () => ({ line: 'GET /json 200', response: JSON_TEXT })),
      { line: 'GET /json 200', response: JSON_TEXT }
    ],
    run: async (at, log) => {
      await stream(`${at.http}/text`, { method: 'GET' }, ({ statusCode }) => {
        log(statusCode)
        return new Writable({ write: (chunk: Buffer, _encoding, done) => { log(chunk.toString()); done() } })
      })
      const pool = new Pool(new URL(at.http).origin, { connections: 1 })
      const path = `${new URL(at.http).pathname}/json`
      const bodies = await Promise.all(Array.from({ length: 5 },
        async () => await (await pool.request({ method: 'GET', path })).body.text()))
      log(bodies.length, bodies[0])
      await pool.close()
      const dispatcher = new Agent({ connections: 1 })
      log(await (await fetch(`${at.http}/json`, { dispatcher } as object)).text())
      await dispatcher.close()
    }
  },
  {
    title: 'undici: errors and aborts',
    entries: [{ line: 'GET /reset failed', note: 'other side closed' }, { line: 'GET /hang failed', note: 'abort' }],
    run: async (at, log) => {
      await request(`${at.http}/reset`).catch(error => log(told(error)))
      await request(`${at.http}/hang`, { signal: AbortSignal.timeout(300) }).catch(error => log(told(error)))
    }
  },
  {
    title: 'axios by http and by fetch',
    entries: [
      { line: 'POST /echo 200', request: '{"a":1}', response: '{"a":1}' }, { line: 'GET /moved 302' }, { line: 'GET /json 200' },
      { line: 'GET /json 200', response: JSON_TEXT }, { line: 'GET /missing 404' }
    ],
    run: async (at, log) => {
      log((await axios.post(`${at.http}/echo`, { a: 1 })).data)
      log((await axios.get(`${at.http}/moved`)).data)
      log((await axios.get(`${at.http}/json`, { adapter: 'fetch' })).data)
      await axios.get(`${at.http}/missing`).catch(error => log(told(error)))
    }
  },
  {
    title: 'got: JSON, a redirect, retries',
    entries: [
      { line: 'POST /echo 200', request: '{"a":1}' }, { line: 'GET /moved 302' }, { line: 'GET /json 200' }, { line: 'GET /reset failed' },
      { line: 'GET /reset failed' }
    ],
    run: async (at, log) => {
      log(await got.post(`${at.http}/echo`, { json: { a: 1 } }).json())
      log(await got(`${at.http}/moved`).text())
      await got(`${at.http}/reset`, { retry: { limit: 1, backoffLimit: 10 } }).catch(error => log(told(error)))
    }
  },
  {
    title: 'node-fetch',
    entries: [{ line: 'POST /echo 200', request: 'x', response: 'x' }, { line: 'GET /gzip 200' }],
    run: async (at, log) => {
      log(await (await nodeFetch(`${at.http}/echo`, { method: 'POST', body: 'x' })).text())
      log((await (await nodeFetch(`${at.http}/gzip`)).text()).length)
    }
  },
  {
    title: 'plain TCP is not touched',
    entries: [],
    run: async (at, log) => {
      const socket = connect(at.tcp, '127.0.0.1')
      socket.write('plain')
      log(String((await once(socket, 'data'))[0]))
      socket.end()
    }
  }
]
