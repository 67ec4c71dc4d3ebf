// If the service refuses a request, the commands print its reason.
import t from 'tap'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEFAULT_URL, Service } from '../../src/cli/service.js'
import { entryById, messagesOf } from '../../src/cli/session-entries.js'
import { newSession } from '../support/client.js'

t.test('reading one entry, or its messages', async t => {
  const answers = new Map([['busy', '{"error":"Redis is temporarily unavailable; try again"}'], ['other', 'Bad Gateway']])
  const server = createServer(({ url = '' }, reply) => {
    reply.writeHead(503).end(answers.get(/entries\/(\w+)/.exec(url)?.[1] ?? ''))
  })
  t.teardown(() => { server.close() })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service = new Service(url, undefined)
  const reads: ((service: Service, session: string, id: string) => Promise<unknown>)[] = [entryById, messagesOf]
  for (const read of reads) {
    await t.rejects(read(service, newSession(), 'busy'), { message: `${url} answered 503 (Redis is temporarily unavailable; try again)` })
    await t.rejects(read(service, newSession(), 'other'), { message: `${url} answered 503: check that Earshot is running; a proxy in front of it may have answered` })
  }
})

t.test('without a URL, the way to give one', async t => {
  t.match(new Service(DEFAULT_URL, undefined).away('ECONNREFUSED').message,
    /Start the service with `earshot start`, or give its URL with --url or EARSHOT_URL$/)
})
