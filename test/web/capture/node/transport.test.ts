// Batches of a Node process must arrive in order, because the service ignores messages that arrive after later ones.
import t, { type Test } from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { NodeTransport } from '../../../../src/web/capture/node/transport.js'

t.test('a batch is sent after the answer to the one before it', async t => {
  const log: string[] = []
  const { url, transport } = await start(t, (asked, reply) => {
    if (asked.method === 'GET') {
      reply.end()
      return
    }
    text(asked).then(body => {
      log.push(`got ${body}`)
      // Meanwhile, another batch would arrive.
      get(url, answer => answer.resume().on('end', () => {
        log.push(`answered ${body}`)
        reply.end(body)
      }))
    }).catch(() => reply.destroy())
  })
  const answers = await Promise.all(['1', '2', '3'].map(body => transport.send(body)))
  t.same(log, ['got 1', 'answered 1', 'got 2', 'answered 2', 'got 3', 'answered 3'])
  t.same(answers.map(({ text }) => text), ['1', '2', '3'])
  transport.whenIdle(() => log.push('idle'))
  t.equal(log.at(-1), 'idle')
})

t.test('if one fails, those behind it fail at once, and the next one is sent', async t => {
  let isBroken = true
  let count = 0
  const { transport } = await start(t, (asked, reply) => {
    count++
    if (isBroken) asked.socket.destroy()
    else reply.end('stored')
  })
  const all = await Promise.allSettled(['1', '2', '3'].map(body => transport.send(body)))
  t.same(all.map(({ status }) => status), ['rejected', 'rejected', 'rejected'])
  t.equal(count, 1)
  isBroken = false
  t.match(await transport.send('4'), { status: 200, text: 'stored' })
})

t.test('a process that was busy meanwhile does not take the service for away', async t => {
  const { transport } = await start(t, (_asked, reply) => { reply.end('stored') })
  const answer = transport.send('1')
  const endMs = Date.now() + 2500
  while (Date.now() < endMs);
  t.match(await answer, { status: 200, text: 'stored' })
})

t.test('a service that does not take connections is away', async t => {
  const transport = new NodeTransport({ url: `http://127.0.0.1:${await fullPort(t)}`, session: 'abcdefghijklmno' })
  t.teardown(() => transport.close())
  await t.rejects(transport.send('1'), { message: 'the service cannot be reached' })
})

/** Returns a port whose queue of connections is full: further ones neither open nor fail. */
async function fullPort (t: Test): Promise<number> {
  const sleeps = `require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
    require('fs').writeSync(1, String(this.address().port))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`
  const child = spawn(process.execPath, ['-e', sleeps], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data') as [Buffer]
  const port = Number(said)
  for (let n = 0; n < 4; n++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    t.teardown(() => socket.destroy())
  }
  return port
}

async function start (t: Test, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const transport = new NodeTransport({ url, session: 'abcdefghijklmno' })
  t.teardown(() => {
    transport.close()
    server.closeAllConnections()
    server.close()
  })
  return { url, transport }
}
