// Libraries that send by HTTP/2: each request is recorded once, even if the library has diagnostics channels of its own.
import got from 'got'
import { Agent, fetch, request } from 'undici'
import { Agent as Agent5, request as request5 } from 'undici-5'
import { Agent as Agent6, request as request6 } from 'undici-6'
import type { Case } from '../case.js'

export const HTTP2_LIBRARIES: Case[] = [
  {
    title: 'got',
    entries: [{ line: 'POST /a 200', request: '{"a":1}', response: '{"a":1}!' }, { line: 'GET /b 200', response: '!' }],
    run: async (at, log) => {
      const client = got.extend({ http2: true, https: { rejectUnauthorized: false } })
      log(await client.post(`${at.https2}/a`, { json: { a: 1 } }).text())
      log(await client(`${at.https2}/b`).text())
    }
  },
  {
    title: 'undici: request and fetch',
    entries: [
      { line: 'POST /a 200', request: 'text', response: 'text!' }, { line: 'GET /b 200', response: '!' },
      { line: 'POST /c 200', request: 'text', response: 'text!' }, { line: 'POST /d 200', request: 'text', response: 'text!' }
    ],
    run: async (at, log) => {
      const settings = { allowH2: true, connect: { rejectUnauthorized: false } }
      const dispatcher = new Agent(settings)
      log(await (await request(`${at.https2}/a`, { method: 'POST', body: 'text', dispatcher })).body.text())
      log(await (await fetch(`${at.https2}/b`, { dispatcher })).text())
      await dispatcher.destroy()
      const older = new Agent6(settings)
      log(await (await request6(`${at.https2}/c`, { method: 'POST', body: 'text', dispatcher: older })).body.text())
      await older.destroy()
      const oldest = new Agent5(settings)
      log(await (await request5(`${at.https2}/d`, { method: 'POST', body: 'text', dispatcher: oldest })).body.text())
      await oldest.destroy()
    }
  }
]
