// Malformed rules, as a proxy or a service of another version may send them: they are dropped and do not affect requests, and the other
// rules apply.
import t from 'tap'
import { newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { open, tag } from '../browser/place.js'
import { MALFORMED } from '../core/malformed-rules.js'
import { AWAY, hasRules, run } from './ruled.js'

t.test('malformed rules are dropped, and the others apply', async t => {
  const sound = { id: 'sound', name: 'sound', enabled: true, match: 'query:sound', action: AWAY, expires: Number.MAX_SAFE_INTEGER }
  const malformed = MALFORMED.map((action, n) => ({ ...sound, id: `r${n}`, match: `query:=n=${n}`, action }))
  const json = { version: '1', off: false, rules: [...malformed, sound], now: Date.now(), holdMs: 0 }
  const { page } = await open(t, tag(newSession(), 'data-rules'), {
    prepare: context => context.route('**/capture/rules?*', route => route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } }))
  })
  await until('the rules are there', async () => await hasRules(page))
  t.equal(await run(page, "fetch('/c?sound').then(({ status }) => status)"), 503)
  t.same(await run(page, `Promise.all(Array.from({ length: ${MALFORMED.length} }, (_, n) =>
    fetch('/c?n=' + n + '&type=application/json&text={}', { method: 'POST', body: 'x' }).then(response => response.text(), String)))`),
  MALFORMED.map(() => '{}'))
  t.same(await run(page, `Promise.all(Array.from({ length: ${MALFORMED.length} }, (_, n) => new Promise(resolve => {
    const xhr = new XMLHttpRequest()
    xhr.onloadend = () => resolve(xhr.responseText)
    xhr.open('POST', '/c?n=' + n + '&type=application/json&text={}')
    xhr.send('x')
  })))`), MALFORMED.map(() => '{}'))
})
