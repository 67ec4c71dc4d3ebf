import t from 'tap'
import { isErrorVerdict, isNoAnswer, isPending, outcomeOf, startMsOf, type Codes } from '../../src/exchange/outcome.js'
import type { Entry } from '../../src/schema/entry.js'
import { entryWith } from './entry.js'
import { PUBLIC_REPLIES } from './public-replies.js'

const verdict = (fields: object, nowMs = 0, codes?: Codes) => outcomeOf(entryWith({ timeConsuming: 5, ...fields }), nowMs, codes).verdict
const judged = (entry: Entry, nowMs: number) => {
  const { verdict, reason } = outcomeOf(entry, nowMs)
  return { verdict, reason }
}
const OK = 'HTTP/1.1 200 OK'

t.test('an entry without a duration is pending, and has no answer after two minutes', async t => {
  const entry = entryWith({ timeConsuming: 0, startTime: 1_000 })
  t.equal(isPending(entry), true)
  t.equal(isPending(entryWith({ timeConsuming: 0.1 })), false)
  t.equal(isNoAnswer(entry, 121_000), false)
  t.equal(isNoAnswer(entry, 121_001), true)
  t.equal(isNoAnswer({ ...entry, timeConsuming: 1 }, 999_000), false)
  t.equal(outcomeOf(entry, 121_000).verdict, 'pending')
  t.same(judged(entry, 121_001), { verdict: 'no-answer', reason: 'no answer for more than two minutes' })
})

t.test('the first matching rule gives the verdict, with its reason', async t => {
  for (const [fields, expected, reason] of [
    [{ responseHeader: 'HTTP/1.1 500', timeConsuming: 0 }, 'pending', undefined],
    [{ responseHeader: 'HTTP/1.1 0', note: 'canceled' }, 'canceled', 'canceled'],
    [{ responseHeader: OK, note: 'canceled: the stream was closed' }, 'canceled', 'canceled: the stream was closed'],
    [{ responseHeader: 'HTTP/1.1 0', note: 'Failed to fetch' }, 'failed', 'Failed to fetch'],
    [{ responseHeader: 'HTTP/1.1 0', note: 'was not canceled' }, 'failed', 'was not canceled'],
    [{ responseHeader: 'HTTP/1.1 0' }, 'failed', 'no response'],
    [{ responseHeader: 'HTTP/1.1 404 Not Found' }, 'http-error', '404 Not Found'],
    [{ responseHeader: ':status: 503', response: '{"code":0}' }, 'http-error', '503'],
    [{ responseHeader: OK, response: '{"errcode":40001,"errmsg":"invalid credential"}' }, 'application-error',
      'errcode 40001: invalid credential'],
    [{ responseHeader: 'HTTP/1.1 304 Not Modified', response: '{"success":false}' }, 'fine', undefined],
    [{ responseHeader: 'HTTP/1.1 399 Odd' }, 'fine', undefined],
    [{ responseHeader: OK }, 'fine', undefined],
    [{ responseHeader: '', response: '{"code":500}' }, 'unknown', 'no status was recorded']
  ] as const) t.same(judged(entryWith({ timeConsuming: 5, ...fields }), 0), { verdict: expected, reason }, JSON.stringify(fields))
})

t.test('three verdicts count as errors', async t => {
  const verdicts = ['pending', 'no-answer', 'canceled', 'failed', 'http-error', 'application-error', 'fine', 'unknown'] as const
  t.same(verdicts.filter(isErrorVerdict), ['failed', 'http-error', 'application-error'])
})

t.test('a judgment of the user about a code of a host overrides all rules', async t => {
  const codes: Codes = (host, code) => host === 'shop.example' && code === '10001' ? true : code === 'DECLINED' ? false : undefined
  const on = (host: string, response: string) => verdict({ api: `https://${host}/a`, responseHeader: OK, response }, 0, codes)
  t.equal(on('shop.example', '{"code":10001}'), 'fine')
  t.equal(on('shop.example', '{"code":10001,"success":false}'), 'fine')
  t.equal(on('other.example', '{"code":10001}'), 'application-error')
  t.equal(on('other.example', '{"code":"DECLINED","id":1}'), 'application-error')
  t.equal(on('other.example', '{"code":"ACCEPTED"}'), 'fine')
  t.equal(outcomeOf(entryWith({ timeConsuming: 1, responseHeader: OK, response: '{"code":"DECLINED"}' }), 0, codes).reason, 'code DECLINED')
})

t.test('a missing start time is computed from the timestamp', async t => {
  t.equal(startMsOf(entryWith({ startTime: 5, timestamp: 900 })), 5)
  t.equal(startMsOf(entryWith({ timestamp: 900, timeConsuming: 0 })), 900)
  t.equal(startMsOf(entryWith({ timestamp: 900, timeConsuming: 300 })), 600)
})

t.test('documented replies of public APIs get the correct verdict', async t => {
  t.ok(PUBLIC_REPLIES.length > 100, String(PUBLIC_REPLIES.length))
  for (const [api, status, response, expected] of PUBLIC_REPLIES) {
    JSON.parse(response)
    t.equal(verdict({ responseHeader: `HTTP/1.1 ${status} x`, response }), expected, `${api}: ${response}`)
  }
})
