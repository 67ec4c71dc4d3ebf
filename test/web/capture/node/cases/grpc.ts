// gRPC by @grpc/grpc-js: every kind of call. The bodies are bytes, so they are recorded as base64, with five bytes before each message.
import {
  credentials, makeGenericClientConstructor, type ClientDuplexStream, type ClientReadableStream, type ClientWritableStream
} from '@grpc/grpc-js'
import { once } from 'node:events'
import type { Case, Log } from '../case.js'
import type { Places } from '../places.js'

const ASKED = 'data:application/grpc;base64,AAAAAAFx'
const TWO = 'data:application/grpc;base64,AAAAAAFhAAAAAAFi'
type Done = (error: Error | null, answer?: Buffer) => void

/** The methods of the client, by the kind of their call. */
interface Shop {
  ask (message: Buffer, options: object, done: Done): void
  fail: Shop['ask']
  failLate: Shop['ask']
  hang: Shop['ask']
  list (message: Buffer): ClientReadableStream<Buffer>
  send (done: Done): ClientWritableStream<Buffer>
  chat (): ClientDuplexStream<Buffer, Buffer>
}

export const GRPC: Case[] = [
  {
    title: 'unary, with and without an error',
    entries: [
      { line: 'POST /Echo 200', request: ASKED, response: ASKED, header: 'grpc-status: 0' },
      { line: 'POST /Fail 200', request: ASKED, header: 'grpc-status: 5\r\ngrpc-message: no%20such%20thing' },
      { line: 'POST /FailLate 200', request: ASKED, response: ASKED, header: 'grpc-status: 13' }
    ],
    run: (at, log) => withClient(at, async client => {
      await asked(client, 'ask', log)
      await asked(client, 'fail', log)
      await asked(client, 'failLate', log)
    })
  },
  {
    title: 'a deadline',
    entries: [{ line: 'POST /Hang 200', request: ASKED, note: 'canceled' }],
    run: (at, log) => withClient(at, client => asked(client, 'hang', log, { deadline: Date.now() + 300 }))
  },
  {
    title: 'streams of the server, of the client, and of both',
    entries: [
      { line: 'POST /Thrice 200', request: ASKED, response: 'data:application/grpc;base64,AAAAAAFxAAAAAAFxAAAAAAFx' },
      { line: 'POST /Count 200', request: TWO, response: 'data:application/grpc;base64,AAAAAAIxMg==' },
      { line: 'POST /Echo 200', request: TWO, response: TWO }
    ],
    run: (at, log) => withClient(at, async client => {
      for await (const message of client.list(Buffer.from('q')) as AsyncIterable<Buffer>) log(message.toString())
      log(await new Promise((resolve, reject) => {
        const sending = client.send((error, answer) => error ? reject(error) : resolve(String(answer)))
        for (const piece of ['a', 'b']) sending.write(Buffer.from(piece))
        sending.end()
      }))
      const chat = client.chat()
      for (const piece of ['a', 'b']) {
        chat.write(Buffer.from(piece))
        log(String((await once(chat, 'data'))[0]))
      }
      chat.end()
      await once(chat, 'status')
    })
  },
  {
    title: 'a stream that the client cancels',
    entries: [{ line: 'POST /Echo 200', request: 'data:application/grpc;base64,AAAAAAFh', note: 'canceled' }],
    run: (at, log) => withClient(at, async client => {
      const chat = client.chat().on('error', (error: Error) => log(error.message))
      chat.write(Buffer.from('a'))
      await once(chat, 'data')
      chat.cancel()
      await new Promise(resolve => { chat.on('status', resolve) })
    })
  }
]

async function withClient (at: Places, use: (client: Shop) => Promise<void>): Promise<void> {
  const { host, pathname } = new URL(at.http2)
  const pass = (value: Buffer) => value
  const method = (name: string, requestStream: boolean, responseStream: boolean) => ({
    path: `${pathname}/${name}`,
    requestStream,
    responseStream,
    requestSerialize: pass,
    responseSerialize: pass,
    requestDeserialize: pass,
    responseDeserialize: pass
  })
  const Client = makeGenericClientConstructor({
    ask: method('Echo', false, false),
    fail: method('Fail', false, false),
    failLate: method('FailLate', false, false),
    hang: method('Hang', false, false),
    list: method('Thrice', false, true),
    send: method('Count', true, false),
    chat: method('Echo', true, true)
  }, 'Shop')
  const client = new Client(host, credentials.createInsecure())
  await use(client as unknown as Shop)
  client.close()
}

async function asked (client: Shop, name: 'ask' | 'fail' | 'failLate' | 'hang', log: Log, options: object = {}): Promise<void> {
  await new Promise<void>(resolve => {
    client[name](Buffer.from('q'), options, (error, answer) => {
      log(error ? error.message.replace(/ after .*/, '') : String(answer))
      resolve()
    })
  })
}
