// What a push says about the rules that were applied to its request.
import t from 'tap'
import { reportOriginal, reportRule } from '../../../../src/web/capture/core/rules/rule-report.js'
import { delivered } from './node-host.js'
import { GET, OK, start } from './place.js'

const APPLIED = { id: 'r-1', name: 'no stock', action: 'change' } as const

t.test('the last push of a request says which rule applied, and what the service had answered, masked and cut like all bodies', async t => {
  const { wire, recorder } = start(t, { limits: { bodyBytes: 300 } })
  const exchange = recorder.begin(GET)
  reportRule(exchange, APPLIED)
  reportOriginal(exchange, 'HTTP/1.1 200 OK\r\nPassword: x\r\n', { text: `{"password":"x","rest":"${'ü'.repeat(300)}"}` })
  exchange.end({ responseHeader: OK, response: { text: '{}' } })
  await delivered(recorder)
  const pushes = wire.sent.flatMap(({ body }) => JSON.parse(body) as Record<string, string>[])
  const last = pushes.at(-1)!
  t.match(last, { rule: APPLIED, responseHeader: OK, response: '{}', originalResponseHeader: 'HTTP/1.1 200 OK\r\nPassword: [masked]\r\n' })
  t.match(last['originalResponse'], /^\{"password":"\[masked\]"/)
  t.match(last['note'], 'originalResponse cut: 300 B of')
})

t.test('without a body of the service, only its header is told', async t => {
  const { wire, recorder } = start(t)
  const exchange = recorder.begin(GET)
  reportOriginal(exchange, OK, undefined)
  exchange.end({ responseHeader: 'HTTP/1.1 503\r\n' })
  await delivered(recorder)
  const last = wire.sent.flatMap(({ body }) => JSON.parse(body) as object[]).at(-1)!
  t.match(last, { originalResponseHeader: OK })
  t.notOk('originalResponse' in last)
})
