// The global fetch: every way to send, to read, and to fail.
import diagnostics from 'node:diagnostics_channel'
import type { Case } from '../case.js'
import { told } from '../case.js'

const JSON_TEXT = '{"a": 1.0, "b": [12345678901234567890]}'

/** Reads with `text()`, and logs all that an app can see. */
async function read (promise: Promise<Response>, log: (...what: unknown[]) => void): Promise<void> {
  try {
    const response = await promise
    const { status, statusText, type, redirected, ok } = response
    log(status, statusText, type, redirected, ok,
      [...response.headers].map(([name, value]) => name === 'date' ? name : `${name}: ${value}`))
    const text = await response.text()
    log(text.length, text.slice(0, 100), response.bodyUsed)
  } catch (error) {
    log(told(error))
  }
}

export const FETCH: Case[] = [
  {
    title: 'each method that reads a body',
    entries: Array.from({ length: 6 }, () => ({ line: 'GET /json 200', response: JSON_TEXT })),
    run: async (at, log) => {
      const ask = () => fetch(`${at.http}/json`)
      log(await (await ask()).json(), await (await ask()).text(), new Uint8Array(await (await ask()).arrayBuffer()).length,
        (await (await ask()).blob()).type)
      const response = await ask()
      const copy = response.clone()
      log(await copy.json(), await response.text())
      log(await (await ask()).json().then(value => (value as { a: number }).a))
    }
  },
  {
    title: 'a form that is read, and a body that is none',
    entries: [{ line: 'POST /echo 200', request: 'a=1&b=%C3%BC' }, { line: 'GET /text 200' }],
    run: async (at, log) => {
      const response = await fetch(`${at.http}/echo`, { method: 'POST', body: new URLSearchParams({ a: '1', b: 'ü' }) })
      log([...await response.formData()])
      await (await fetch(`${at.http}/text`)).json().catch(error => log(told(error)))
    }
  },
  {
    title: 'what is read twice',
    entries: [{ line: 'GET /json 200', response: JSON_TEXT }],
    run: async (at, log) => {
      const response = await fetch(`${at.http}/json`)
      log(await response.text(), response.bodyUsed)
      for (const again of [() => response.text(), () => response.json()]) await again().catch(error => log(told(error)))
      try {
        response.clone()
      } catch (error) {
        log(told(error))
      }
    }
  },
  ...['text', 'latin', 'png', 'gzip', 'br', 'missing', 'empty', 'cookies', 'moved', 'early'].map((name): Case => ({
    title: `an answer: ${name}`,
    entries: [
      { line: `GET /${name} ${{ missing: 404, empty: 204, moved: 302 }[name] ?? 200}` },
      ...name === 'moved' ? [{ line: 'GET /json 200', response: JSON_TEXT }] : []
    ],
    run: async (at, log) => { await read(fetch(`${at.http}/${name}`), log) }
  })),
  {
    title: 'bodies of every kind',
    entries: [
      { line: 'POST /echo 200', request: 'text' }, { line: 'POST /echo 200', request: 'bytes' },
      { line: 'POST /echo 200', request: 'of a blob' },
      { line: 'POST /digest 200' }, { line: 'POST /digest 200' }, { line: 'POST /echo 200', request: 'from a request' }
    ],
    run: async (at, log) => {
      const send = (body: NonNullable<RequestInit['body']>, more = {}) =>
        read(fetch(`${at.http}/echo`, { method: 'POST', body, ...more }), log)
      await send('text')
      await send(new TextEncoder().encode('bytes'))
      await send(new Blob(['of a blob'], { type: 'text/plain' }))
      const stream = new ReadableStream({ start: control => { control.enqueue(new TextEncoder().encode('streamed')); control.close() } })
      await read(fetch(`${at.http}/digest`, { method: 'POST', body: stream, duplex: 'half' }), log)
      const form = new FormData()
      form.set('name', 'value')
      log((await fetch(`${at.http}/digest`, { method: 'POST', body: form })).status)
      await read(fetch(new Request(`${at.http}/echo`, { method: 'POST', body: 'from a request' })), log)
    }
  },
  {
    title: 'headers of every kind, read once',
    entries: Array.from({ length: 4 }, () => ({ line: 'GET /json 200' })),
    run: async (at, log) => {
      let reads = 0
      const oneShot = function * (): Generator<[string, string]> { reads++; yield ['x-a', '1']; yield ['x-b', '2'] }
      for (const headers of [{ 'X-A': '1' }, new Headers([['x-a', '1'], ['x-a', '2']]), [['X-A', '1']] as [string, string][], oneShot()]) {
        await read(fetch(`${at.http}/json`, { headers: headers as NonNullable<RequestInit['headers']> }), log)
      }
      log(reads)
    }
  },
  {
    title: 'bad arguments, and one that is none',
    entries: [{ line: 'GET  404' }],
    run: async (at, log) => {
      const calls = [
        () => fetch(''), () => (fetch as () => Promise<Response>)(), () => fetch('no address'), () => fetch(at.http, { method: 'A B' }),
        () => fetch(at.http, { headers: { 'a b': 'c' } }), () => fetch(at.http, { body: 'x' }), () => fetch('http://u:p@127.0.0.1/')
      ]
      for (const call of calls) await call().then(({ status }) => log(status), error => log(told(error)))
      try {
        Reflect.construct(fetch, [at.http])
      } catch (error) {
        log(told(error))
      }
      const { value, ...descriptor } = (Object.getOwnPropertyDescriptor(globalThis, 'fetch') ?? {}) as { value?: unknown }
      log(typeof value, descriptor, fetch.name, fetch.length, Object.keys(fetch))
    }
  },
  ...(['reset', 'rubbish', 'half'] as const).map((name): Case => ({
    title: `an answer that goes wrong: ${name}`,
    entries: [{ line: `GET /${name} ${name === 'half' ? 200 : 'failed'}`, ...name === 'half' && { note: 'other side closed' } }],
    run: async (at, log) => { await read(fetch(`${at.http}/${name}`), log) }
  })),
  {
    title: 'nobody listens',
    entries: [{ line: 'GET /none failed', note: 'ECONNREFUSED' }],
    run: async (at, log) => { await read(fetch(`http://127.0.0.1:${at.closed}${new URL(at.http).pathname}/none`), log) }
  },
  {
    title: 'abort before, while waiting and while reading',
    entries: [{ line: 'GET /hang failed', note: 'timeout' }, { line: 'GET /pressure 200', note: 'canceled: my own reason' }],
    run: async (at, log) => {
      await read(fetch(`${at.http}/hang`, { signal: AbortSignal.abort() }), log)
      await read(fetch(`${at.http}/hang`, { signal: AbortSignal.timeout(50) }), log)
      const control = new AbortController()
      const response = await fetch(`${at.http}/pressure`, { signal: control.signal })
      const text = response.text()
      control.abort(new Error('my own reason'))
      await text.catch(error => log(told(error)))
    }
  },
  ...[{ method: 'GET', reason: new Error('enough'), note: 'enough' }, { method: 'POST', body: 'x'.repeat(5000), reason: 'left', note: 'left' }]
    .map(({ reason, note, ...init }): Case => ({
      title: `abort of a ${init.method} with a reason of its own while it waits`,
      entries: [{ line: `${init.method} /hang failed`, note: `canceled: ${note}` }],
      run: async (at, log) => {
        const control = new AbortController()
        const sent = new Promise(resolve => { diagnostics.subscribe('undici:request:bodySent', resolve) })
        const asked = read(fetch(`${at.http}/hang`, { ...init, signal: control.signal }), log)
        await sent
        control.abort(reason)
        await asked
      }
    })),
  {
    title: 'a stream that is read piece by piece, and one that is canceled',
    entries: [
      { line: 'GET /events 200', response: 'data: 1\n\ndata: 2\n\ndata: 3\n\n' }, { line: 'GET /pressure 200', note: 'canceled: ' }
    ],
    run: async (at, log) => {
      let text = ''
      const response = await fetch(`${at.http}/events`)
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) text += new TextDecoder().decode(chunk)
      log(text)
      const reader = (await fetch(`${at.http}/pressure`)).body?.getReader()
      log((await reader?.read())?.done)
      await reader?.cancel()
    }
  },
  {
    title: 'promises: how many turns, and which rejections are unhandled',
    entries: [{ line: 'GET /json 200' }, { line: 'GET /none failed' }],
    run: async (at, log) => {
      const unhandled: unknown[] = []
      const note = (error: unknown) => { unhandled.push(told(error)) }
      process.on('unhandledRejection', note)
      const first = new Promise(resolve => process.once('unhandledRejection', resolve))
      log(fetch(`${at.http}/json`).then(response => response.text()) instanceof Promise)
      fetch(`http://127.0.0.1:${at.closed}${new URL(at.http).pathname}/none`)
      await first
      log(unhandled)
      process.off('unhandledRejection', note)
    }
  },
  {
    title: 'three megabytes',
    entries: [{ line: 'GET /big 200', note: 'response cut: ' }],
    run: async (at, log) => { log((await (await fetch(`${at.http}/big`)).arrayBuffer()).byteLength) }
  },
  {
    title: 'a rejection that nobody handles ends the process as ever',
    alone: true,
    entries: [{ line: 'GET /none failed', note: 'ECONNREFUSED' }],
    run: async at => { fetch(`http://127.0.0.1:${at.closed}${new URL(at.http).pathname}/none`) }
  },
  {
    title: 'process.exit() while a request is under way keeps its code',
    alone: true,
    entries: [{ line: 'GET /json 200', response: JSON_TEXT }],
    run: async at => {
      await (await fetch(`${at.http}/json`)).text()
      console.log('bye')
      process.exit(7)
    }
  }
]
