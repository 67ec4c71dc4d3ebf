// After the client has closed the server's stdin, the server ends when it has answered all requests that the client has not canceled.
import t from 'tap'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { setImmediate as immediate } from 'node:timers/promises'
import { watchRequests } from '../../../src/cli/mcp/server.js'

/** Longer than a test may take. */
const TIMEOUT_MS = 3_600_000

t.test('it waits for a request that has no answer, but not for one that the client has canceled', async t => {
  const sent: JSONRPCMessage[] = []
  const transport = {
    onmessage: (_message: JSONRPCMessage) => {},
    send: async (message: JSONRPCMessage) => { sent.push(message) }
  }
  const answered = watchRequests(transport)
  let isOver = false
  for (const id of [1, 2]) transport.onmessage({ jsonrpc: '2.0', id, method: 'tools/call' })
  const waiting = answered(TIMEOUT_MS).then(() => { isOver = true })
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} })
  await immediate()
  t.notOk(isOver, 'the second has no answer yet')
  transport.onmessage({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } })
  await immediate()
  t.ok(isOver, 'nobody expects an answer to the second')
  await waiting
  t.equal(sent.length, 1)
})
