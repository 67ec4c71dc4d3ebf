// http: connections, and requests that fail or end without an answer.
import http from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import type { lookup } from 'node:dns'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type { Case } from '../case.js'
import { told } from '../case.js'
import { closed, whole } from './http.js'

export const CONNECTION: Case[] = [
  {
    title: 'a connection that is kept for twenty requests',
    connections: true,
    entries: Array.from({ length: 20 }, () => ({ line: 'GET /json 200' })),
    run: async (at, log) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      for (let n = 0; n < 20; n++) {
        const request = http.get(`${at.http}/json`, { agent })
        await whole(request, log)
        log(request.reusedSocket)
      }
      agent.destroy()
    }
  },
  {
    title: 'ten at once through an agent with two connections',
    entries: Array.from({ length: 10 }, () => ({ line: 'POST /echo 200', request: 'x' })),
    run: async (at, log) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 2 })
      const run = async () => {
        const request = http.request(`${at.http}/echo`, { agent, method: 'POST' })
        request.end('x')
        await whole(request, () => {})
      }
      await Promise.all(Array.from({ length: 10 }, run))
      log(Object.keys(agent.sockets).length, Object.keys(agent.requests).length)
      agent.destroy()
    }
  },
  {
    title: 'pieces in lockstep both ways',
    entries: [{ line: 'POST /lockstep 200', request: 'abc', response: '<a><b><c>' }],
    run: async (at, log) => {
      const request = http.request(`${at.http}/lockstep`, { method: 'POST' })
      request.flushHeaders()
      const [response] = await once(request, 'response') as [http.IncomingMessage]
      for (const piece of ['a', 'b', 'c']) {
        request.write(piece)
        log(String((await once(response, 'data'))[0]))
      }
      request.end()
      await once(response, 'end')
    }
  },
  {
    title: 'back pressure: an answer that is not read is not pulled',
    entries: [{ line: 'GET /pressure 200', note: 'canceled' }],
    run: async (at, log) => {
      const request = http.get(`${at.http}/pressure`)
      const [response] = await once(request, 'response') as [http.IncomingMessage]
      let before = -1
      // Waits until no more bytes arrive.
      while (before !== response.socket.bytesRead) {
        before = response.socket.bytesRead
        await new Promise(resolve => setTimeout(resolve, 100))
      }
      log(before < 20_000_000, response.readableFlowing)
      response.destroy()
      await closed(request)
    }
  },
  {
    title: 'back pressure of an upload',
    entries: [{ line: 'POST /hang failed', note: 'canceled' }],
    run: async (at, log) => {
      const request = http.request(`${at.http}/hang`, { method: 'POST' })
      request.on('error', error => log(told(error)))
      log(request.write('small'), request.write(Buffer.alloc(1_000_000)), request.writableNeedDrain)
      request.destroy()
      await closed(request)
    }
  },
  {
    title: 'an upload by pipeline',
    entries: [{ line: 'POST /digest 200', request: 'a piece a piece a piece ' }],
    run: async (at, log) => {
      const request = http.request(`${at.http}/digest`, { method: 'POST' })
      const read = whole(request, log)
      await pipeline(Readable.from(['a piece ', 'a piece ', 'a piece ']), request)
      await read
    }
  },
  {
    title: 'nobody listens',
    entries: [{ line: 'GET /none failed', note: 'ECONNREFUSED' }],
    run: async (at, log) => { await whole(http.get(`http://127.0.0.1:${at.closed}${new URL(at.http).pathname}/none`), log) }
  },
  ...([
    ['reset', 'failed', 'socket hang up'], ['rubbish', 'failed', 'Parse Error'], ['half', '200', 'aborted']
  ] as const).map(([name, end, note]): Case => ({
    title: `an answer that goes wrong: ${name}`,
    entries: [{ line: `GET /${name} ${end}`, note }],
    run: async (at, log) => { await whole(http.get(`${at.http}/${name}`, { agent: false }), log) }
  })),
  {
    title: 'a request that is destroyed while it waits for an answer',
    entries: [{ line: 'GET /hang failed', note: 'enough' }],
    run: async (at, log) => {
      const request = http.get(`${at.http}/hang`)
      request.on('error', error => log(told(error))).on('close', () => log('close'))
      await once(request, 'finish')
      request.destroy(new Error('enough'))
      await closed(request)
    }
  },
  {
    title: 'abort() and abort by signal',
    entries: [{ line: 'GET /hang failed', note: 'canceled' }, { line: 'GET /hang failed', note: 'canceled: ' }],
    run: async (at, log) => {
      const old = http.get(`${at.http}/hang`)
      old.on('error', error => log(told(error))).on('abort', () => log('abort')).on('close', () => log('close'))
      old.abort()
      await closed(old)
      const signal = new AbortController()
      const request = http.get(`${at.http}/hang`, { signal: signal.signal })
      request.on('error', error => log(told(error)))
      await once(request, 'finish')
      signal.abort()
      await closed(request)
    }
  },
  {
    title: 'a time limit',
    entries: [{ line: 'GET /hang failed', note: 'canceled' }],
    run: async (at, log) => {
      const request = http.get(`${at.http}/hang`, { timeout: 50 })
      request.on('timeout', () => { log('timeout'); request.destroy() }).on('error', error => log(told(error)))
      await closed(request)
    }
  },
  {
    title: 'an answer that nobody asked to see is discarded, and its connection used again',
    connections: true,
    entries: [{ line: 'GET /json 200', note: 'not read' }, { line: 'GET /json 200' }],
    run: async (at, log) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      const request = http.get(`${at.http}/json`, { agent })
      await closed(request)
      const again = http.get(`${at.http}/json`, { agent })
      await whole(again, log)
      log(again.reusedSocket)
      agent.destroy()
    }
  },
  {
    title: '100-continue',
    entries: [{ line: 'POST /echo 200', request: 'after', response: 'after' }],
    run: async (at, log) => {
      const request = http.request(`${at.http}/echo`, { method: 'POST', headers: { expect: '100-continue' } })
      request.on('continue', () => { log('continue'); request.end('after') })
      request.flushHeaders()
      await whole(request, log)
    }
  },
  {
    title: 'a refusal before the upload has ended',
    entries: [{ line: 'POST /refuse 413', response: 'too much' }],
    run: async (at, log) => {
      const request = http.request(`${at.http}/refuse`, { method: 'POST' })
      request.on('error', () => {})
      request.write('some')
      await whole(request, log)
      request.destroy()
    }
  },
  {
    title: 'an upgrade',
    entries: [{ line: 'GET /upgrade 101', note: 'upgraded' }],
    run: async (at, log) => {
      const request = http.get(`${at.http}/upgrade`, { headers: { connection: 'Upgrade', upgrade: 'echo' } })
      const [response, socket] = await once(request, 'upgrade') as [http.IncomingMessage, NodeJS.ReadWriteStream]
      socket.write('hello')
      log(response.statusCode, String((await once(socket, 'data'))[0]))
      socket.end()
    }
  },
  {
    title: 'an upgrade that nobody handles',
    entries: [{ line: 'GET /upgrade 101', note: 'upgraded' }],
    run: async (at, log) => {
      const request = http.get(`${at.http}/upgrade`, { headers: { connection: 'Upgrade', upgrade: 'echo' } })
      request.on('error', error => log(told(error)))
      await closed(request)
    }
  },
  {
    title: 'CONNECT',
    entries: [{ line: 'CONNECT .example:443 200', note: 'upgraded' }],
    run: async (at, log) => {
      const { port, pathname } = new URL(at.http)
      const request = http.request({ port, host: '127.0.0.1', method: 'CONNECT', path: `${pathname.slice(1)}.example:443` }).end()
      const [response, socket] = await once(request, 'connect') as [http.IncomingMessage, NodeJS.ReadWriteStream]
      socket.write('tunnel')
      log(response.statusCode, String((await once(socket, 'data'))[0]))
      socket.end()
    }
  },
  {
    title: 'own lookup and own connection',
    entries: [{ line: 'GET /json 200' }, { line: 'GET /json 200' }],
    run: async (at, log) => {
      const { port, pathname } = new URL(at.http)
      const looked: typeof lookup = ((name: string, _options: object, done: (error: null, found: unknown, family?: number) => void) => {
        log('lookup', name)
        done(null, [{ address: '127.0.0.1', family: 4 }])
      }) as never
      await whole(http.get({ host: 'shop.example', port, path: `${pathname}/json`, lookup: looked, agent: false }), log)
      const createConnection = () => { log('connection'); return connect(Number(port), '127.0.0.1') }
      await whole(http.get({ host: 'shop.example', port, path: `${pathname}/json`, createConnection }), log)
    }
  },
  {
    title: 'what request() throws',
    entries: [],
    run: async (at, log) => {
      for (const make of [
        () => http.request('no address'), () => http.request({ path: '/a b' }), () => http.get('ftp://a'),
        () => http.request(at.http, { method: 'A B' })
      ]) {
        try {
          make().destroy()
        } catch (error) {
          log(told(error))
        }
      }
    }
  },
  {
    title: 'an error that nobody handles ends the process as ever',
    alone: true,
    entries: [{ line: 'GET /none failed', note: 'ECONNREFUSED' }],
    run: async at => { http.get(`http://127.0.0.1:${at.closed}${new URL(at.http).pathname}/none`) }
  }
]
