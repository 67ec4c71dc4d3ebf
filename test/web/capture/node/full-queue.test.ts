// More uploads than the queue can hold: while it has no room for long bodies, only the beginning of each body is copied and masked.
import t from 'tap'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Earshot } from '../../../../src/web/capture/node/earshot.js'
import { until } from '../../../support/until.js'
import type { Pushed } from './collector.js'

const BODY = 'b'.repeat(90_000)

t.test('bodies are cut before they are copied, and the requests are all recorded', async t => {
  const released: (() => void)[] = []
  const pushed: Pushed[] = []
  let isHeld = true
  const server = createServer((asked, reply) => {
    text(asked).then(body => {
      if (!asked.url?.startsWith('/capture')) {
        reply.end('ok')
        return
      }
      const pushes = JSON.parse(body) as Pushed[]
      pushed.push(...pushes)
      const answer = () => reply.end(JSON.stringify({ code: '0', message: '', data: pushes.map(({ requestId }) => ({ id: requestId })) }))
      if (isHeld) released.push(answer)
      else answer()
    }).catch(() => reply.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.close(); server.closeAllConnections() })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Earshot.start({ url, session: 'full-queue-0001', limits: { bodyBytes: 100_000, queueBytes: 300_000, queuePushes: 100 } })
  t.teardown(() => { Earshot.stop() })
  for (let n = 0; n < 12; n++) {
    const sent = request(`${url}/${n}`, { method: 'POST' }).end(BODY)
    const [reply] = await once(sent, 'response') as [IncomingMessage]
    await text(reply)
  }
  await until('a batch is under way', async () => released.length > 0)
  isHeld = false
  for (const answer of released) answer()
  const last = () => [...new Map(pushed.filter(({ api }) => api.startsWith(url)).map(push => [push.requestId, push])).values()]
  await until('all are recorded', async () => last().length === 12 && last().every(({ timeConsuming }) => timeConsuming > 0))
  const { note, request: body } = pushed.findLast(({ api }) => api === `${url}/11`) ?? {}
  t.equal(note, 'request cut: 3 kB of 90 kB kept')
  t.equal(body, BODY.slice(0, 3000), 'the share of one push')
})
