// Rules can fail EventSource and WebSocket. The app sees the same as when the network is lost.
import t from 'tap'
import type { GivenRule } from '../../../../src/schema/rule.js'
import { openRuled, seen, upgrades } from './place.js'

const HEAR = `<script>
  const log = []
  function hear (target) {
    log.length = 0
    for (const name of ['open', 'message', 'error', 'close']) {
      target.addEventListener(name, event => log.push([name, target.readyState, event.code, event.wasClean].filter(part => part !== undefined).join()))
    }
    target.onerror = () => log.push('onerror')
    return target
  }
  const ended = (target, name) => new Promise(resolve => target.addEventListener(name, () => setTimeout(resolve, 0, log)))
</script>`

function failing (how: 'network' | 'timeout' | 'abort', more: Partial<GivenRule> = {}): GivenRule {
  return { name: how, match: `path:=/${how}`, action: { type: 'fail', how }, ...more }
}

const RULES = [
  failing('network'), failing('abort'), failing('timeout'), failing('network', { match: 'path:=/twice', times: 2 }),
  { name: 'answer', match: 'path:=/answered', action: { type: 'respond', status: 500 } } as const
]

t.test('a WebSocket fails: an error, then close with 1006', async t => {
  const { page } = await openRuled(t, RULES, { after: HEAR })
  const told = await page.evaluate(`(async () => {
    const socket = hear(new WebSocket(location.origin.replace('http', 'ws') + '/network'))
    const before = [socket.readyState, socket.constructor === WebSocket, new URL(socket.url).pathname, (() => {
      try { socket.send('a') } catch ({ name, message }) { return name + ': ' + message }
    })()]
    return [before, await ended(socket, 'close')]
  })()`)
  t.same(told, [
    [0, true, '/network', "InvalidStateError: Failed to execute 'send' on 'WebSocket': Still in CONNECTING state."],
    ['error,3', 'onerror', 'close,3,1006,false']
  ])
  const closed = await page.evaluate(`(async () => {
    const socket = hear(new WebSocket(location.origin.replace('http', 'ws') + '/timeout'))
    await fetch('/settled')
    log.push(socket.readyState)
    const over = ended(socket, 'close')
    socket.close()
    return await over
  })()`)
  t.same(closed, [0, 'error,3', 'onerror', 'close,3,1006,false'], 'it connects until the page closes it')
})

t.test('an EventSource fails: it tries again, or ends; the server gets no request', async t => {
  const { page } = await openRuled(t, RULES, { after: HEAR })
  const tell = async (path: string, event: string) => await page.evaluate(`(async () => {
    const source = globalThis.source = hear(new EventSource('${path}'))
    await ended(source, '${event}')
    return [source.readyState, log]
  })()`)
  t.same(await tell('/network', 'error'), [0, ['error,0', 'onerror']])
  await page.evaluate('source.close()')
  t.equal(await page.evaluate('source.readyState'), 2)
  t.same(await tell('/abort', 'error'), [2, ['error,2', 'onerror']])
  t.same(await tell('/twice', 'error'), [0, ['error,0', 'onerror']])
  await page.waitForFunction('source.readyState === 2')
  t.same(await page.evaluate('log'), ['error,0', 'onerror', 'error,0', 'onerror', 'error,2', 'onerror'], 'twice, then the app must try')
  t.same(seen.filter(({ url, headers }) => ['/network', '/abort', '/twice'].includes(url) && headers.accept === 'text/event-stream'), [])
})

t.test('a rule that answers does nothing to them', async t => {
  const { page } = await openRuled(t, RULES, { after: HEAR })
  t.same(await page.evaluate(`(async () => {
    const socket = hear(new WebSocket(location.origin.replace('http', 'ws') + '/answered'))
    await ended(socket, 'open')
    socket.send('a')
    await ended(socket, 'message')
    return log
  })()`), ['open,1', 'message,1'])
  t.ok(upgrades.includes('/answered'))
})
