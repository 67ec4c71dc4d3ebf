// Rules for XMLHttpRequest in pages where other scripts change it, too; and which requests the rules match.
import t from 'tap'
import type { GivenRule, RuleAction } from '../../../../src/schema/rule.js'
import { list } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { replica } from '../browser/place.js'
import { app, ASK, openRuled, seen, type Outcome } from './place.js'

const OK_EVENTS = ['loadstart', 2, 3, 'progress', 4, 'load', 'loadend']

function rule (path: string, action: RuleAction, more: Partial<GivenRule> = {}): GivenRule {
  return { name: `rule for ${path}`, match: `path:=${path}`, action, ...more }
}

// Another script that patches XMLHttpRequest: it counts what it sees, and adds a header.
const PATCHER = `<script>
  var counts = { open: 0, send: 0, abort: 0, ends: 0 };
  (() => {
    const { open, send, abort } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.open = function (...args) {
      counts.open++
      this.addEventListener('readystatechange', () => { if (this.readyState === 4) counts.ends += this.status })
      return open.apply(this, args)
    }
    XMLHttpRequest.prototype.send = function (...args) { counts.send++; this.setRequestHeader('x-theirs', '1'); return send.apply(this, args) }
    XMLHttpRequest.prototype.abort = function () { counts.abort++; return abort.apply(this) }
  })()
</script>`
for (const when of ['before', 'after'] as const) {
  t.test(`a script that patches XMLHttpRequest ${when} the recorder goes on to work`, async t => {
    const { page } = await openRuled(t, [
      rule('/own', { type: 'respond', status: 201, body: { text: 'own' }, delayMs: 20 }),
      rule('/later', { type: 'delay', ms: 20 }), rule('/gone', { type: 'fail', how: 'timeout' })
    ], { [when]: PATCHER })
    await page.addScriptTag({ content: ASK.replace(/<.?script>/g, '') })
    t.match(await page.evaluate<Outcome>("ask('/own')"), { status: 201, text: 'own', events: OK_EVENTS })
    t.match(await page.evaluate<Outcome>("ask('/later')"), { status: 200, text: 'plain', events: OK_EVENTS })
    t.same((await page.evaluate<Outcome>("ask('/gone', { sent: xhr => xhr.abort() })")).events, ['loadstart', 4, 'abort', 'loadend'])
    // A script that was there before the recorder is where the network is: what is answered by a rule does not reach its send() or abort().
    const sent = when === 'before' ? { send: 1, abort: 0 } : { send: 3, abort: 1 }
    t.same(await page.evaluate('counts'), { open: 3, ends: 401, ...sent })
    t.equal(seen.findLast(({ url }) => url === '/later')?.headers['x-theirs'], '1')
  })
}

t.test('a frozen XMLHttpRequest.prototype: rules apply if it was frozen after the recorder, and never break a request', async t => {
  const FREEZE = '<script>Object.freeze(XMLHttpRequest.prototype)</script>'
  const rules = [rule('/frozen', { type: 'respond', status: 201, body: { text: 'own' } })]
  const after = await openRuled(t, rules, { after: `<script defer src="/nothing.js"></script>${ASK}` })
  await after.page.evaluate('Object.freeze(XMLHttpRequest.prototype)')
  t.match(await after.page.evaluate<Outcome>("ask('/frozen')"), { status: 201, text: 'own', events: OK_EVENTS })
  const before = await openRuled(t, rules, { before: FREEZE, after: ASK })
  t.match(await before.page.evaluate<Outcome>("ask('/frozen')"), { status: 200, text: 'plain', events: OK_EVENTS })
})

t.test('times, and the order of rules: a rule applies twice, then the request is made', async t => {
  const { page } = await openRuled(t, [rule('/twice', { type: 'respond', status: 500 }, { times: 2 })], { after: ASK })
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await page.evaluate<Outcome>(`ask('${app}/twice', { method: 'POST', body: '{"a":1}' })`)).status)
  t.same(statuses, [500, 500, 200])
})

t.test('a rule that asks for the body sees texts, parameters, forms and bytes, but no blob', async t => {
  const { page, session } = await openRuled(t, [
    { name: 'by body', match: 'path:=/body request:needle', action: { type: 'respond', status: 418 } }
  ], { after: ASK })
  const bodies = [
    "'a needle'", "new URLSearchParams({ a: 'needle' })", "(() => { const form = new FormData(); form.append('a', 'needle'); return form })()",
    "new TextEncoder().encode('needle')", "new Blob(['needle'])", "'hay'"
  ]
  const statuses = []
  for (const body of bodies) statuses.push((await page.evaluate<Outcome>(`ask('/body', { method: 'POST', body: ${body} })`)).status)
  t.same(statuses, [418, 418, 418, 418, 200, 200])
  await until('the note of the blob is recorded', async () =>
    (await list(replica, session)).some(({ note }) => /unknown whether these rules match/.test(note ?? '')))
})
