// The tools about rules with the official MCP client and a real service.
import t from 'tap'
import type { Rule } from '../../../src/schema/rule.js'
import { newSession, pushed } from '../../support/client.js'
import { matchEach } from '../../support/match-each.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { openAgent } from './agent.js'

const replica = await startReplica(t, await startRedis(t))

t.test('every agent lists rules, but only with --rules it writes them, and the tools say so', async t => {
  const session = newSession()
  const reader = await openAgent(t, replica.url, session)
  const writer = await openAgent(t, replica.url, session, { mayWriteRules: true })
  const toolsOf = async ({ client }: typeof reader) => (await client.listTools()).tools
  const writing = ['add_rule', 'remove_rules', 'switch_rules']
  t.same((await toolsOf(reader)).filter(({ annotations }) => annotations?.readOnlyHint !== true), [])
  t.ok((await toolsOf(reader)).some(({ name }) => name === 'list_rules'))
  t.same((await toolsOf(writer)).filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name), writing)
  for (const name of writing) t.match(await reader.fault(name, { on: true }), /not found/i)
  t.match(reader.client.getInstructions(), /^Reads the HTTP requests/)
  t.match(writer.client.getInstructions(), /add_rule adds a rule, which answers/)
})

t.test('an agent adds rules, sees them without headers and bodies, and removes them', async t => {
  const session = newSession()
  await pushed(replica, session, { api: '/me', timeConsuming: 1, responseHeader: 'HTTP/1.1 200 OK', response: 'hunter2' })
  const { call, fault } = await openAgent(t, replica.url, session, { mayWriteRules: true })
  const added = await call('add_rule', {
    match: 'method:POST path:=/v1/pay', status: 503, headers: { 'Retry-After': '3' }, body: 'hunter2', delay: 800, times: 2, name: 'Pay fails'
  })
  t.match(added, { off: false })
  await call('add_rule', { request: '1' })
  await call('add_rule', { match: '404', merge: { plan: 'free' }, minutes: 5 })
  const { rules: shown } = await call('list_rules') as { rules: { id: string }[] }
  matchEach(t, shown, [
    { match: '"404"', does: 'change response', endsInMinutes: 5 }, { name: 'GET /me', match: 'method:GET path:=/me', does: 'answer 200' },
    { name: 'Pay fails', does: 'answer 503 after 800 ms, 2 times', enabled: true, endsInMinutes: 60 }
  ])
  t.notMatch(JSON.stringify(shown), /hunter2/)
  const { rules } = await (await fetch(`${replica.url}/capture/rules?sessionId=${session}`)).json() as { rules: Rule[] }
  matchEach(t, rules.map(({ action }) => action), [
    { response: { merge: { plan: 'free' } } }, { status: 200, body: { text: 'hunter2' } }, { status: 503, body: { text: 'hunter2' }, delayMs: 800 }
  ])
  t.match(await call('switch_rules', { on: false }), { off: true })
  t.match(await call('switch_rules', { on: true }), { off: false })
  t.equal((await call('remove_rules', { ids: [shown[0]!.id] }) as { rules: unknown[] }).rules.length, 2)
  t.same((await call('remove_rules') as { rules: unknown[] }).rules, [])
  t.match(await fault('remove_rules', { ids: ['r-none'] }), /There is no rule r-none/)
})

t.test('refuses what is not clear, in the words of its arguments', async t => {
  const { fault } = await openAgent(t, replica.url, newSession(), { mayWriteRules: true })
  t.match(await fault('add_rule', { match: 'status:500', fail: 'network' }), /"status" is not known when a request starts/)
  t.match(await fault('add_rule', { match: '/a' }), /give status, body, merge/)
  t.match(await fault('add_rule', { match: '/a', fail: 'network', pass: true }), /^fail and pass cannot be used together/)
  const headers = { 'X-A': 'b' }
  t.match(await fault('add_rule', { match: '/a', fail: 'network', headers }), /^headers and fail cannot be used together/)
  t.match(await fault('add_rule', { match: '/a', fail: 'network', delay: 5 }), /^delay cannot be used with fail\. Add the rule with fail first/)
  t.match(await fault('add_rule', { fail: 'network' }), /either request or match/)
  t.match(await fault('add_rule', { match: '/a', status: 302 }), /redirect/)
  t.match(await fault('add_rule', { match: '/a', bodyFile: '/etc/passwd' }), /no argument "bodyFile"/)
})
