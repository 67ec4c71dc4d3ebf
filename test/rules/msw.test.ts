// The source text of the exported module for Mock Service Worker. test/beside/exports.ts runs it with Mock Service Worker itself (npm run
// check:beside).
import t from 'tap'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mswModule } from '../../src/rules/msw.js'
import type { GivenRule, RuleAction } from '../../src/schema/rule.js'

const RESPOND: RuleAction = {
  type: 'respond', status: 503, statusText: 'Busy', headers: [{ name: 'Retry-After', value: '3' }], body: { text: 'x' }
}
const rule = (match: string, action: RuleAction = RESPOND, more: Partial<GivenRule> = {}): GivenRule =>
  ({ name: match, match, action, ...more })

t.test('each rule is a handler, in the order of the rules', async t => {
  const { text, leftOut } = mswModule([
    rule('method:POST host:=a.test path:=/v1/pay', RESPOND, { times: 2, chance: 30 }), rule('path:/v1/*', { type: 'delay', ms: [200, 1500] }),
    rule('method:GET', { type: 'fail', how: 'timeout' }), rule('', { type: 'fail', how: 'network' }), rule('pay', { type: 'pass' })
  ], 'Written by a test')
  t.same(leftOut, [])
  t.match(text, `  // method:POST host:=a.test path:=/v1/pay
  http.post('*', async ({ request }) => {
    if (!await applies(request, { id: 1, times: 2, chance: 30, host: [/^a\\.test$/i], path: [/^\\/v1\\/pay$/i] })) return
    return new HttpResponse("x", { status: 503, statusText: "Busy", headers: [["Retry-After", "3"]] })
  }),
  // path:/v1/*
  http.all('*', async ({ request }) => {
    if (!await applies(request, { id: 2, path: [/^\\/v1\\/[^]*$/i] })) return
    await delay(200 + Math.random() * 1300)
  }),`)
  t.match(text, /http\.get\('\*', .*\n.*\n {4}await delay\('infinite'\)\n/)
  t.match(text, /id: 4 }\)\) return\n {4}return HttpResponse\.error\(\)\n/)
  t.match(text, /id: 5, address: \["pay"\] }\)\) return\n {4}return passthrough\(\)\n/)
})

t.test('says which rules it cannot express', async t => {
  const stored: RuleAction = { type: 'respond', status: 200, body: { stored: 'a', bytes: 5000 } }
  const { leftOut } = mswModule([
    rule('a OR b'), rule('-path:/a'), rule('method:GET,POST'), rule('source:phone'), rule('json:a>5'), rule('', stored),
    rule('', { type: 'change', response: { status: 500 } }), rule('', RESPOND, { enabled: false }), rule('-query:"="')
  ], '')
  t.same(leftOut.map(({ rule: { match }, why }) => [match, why]), [
    ['a OR b', 'its filter has OR, or excludes something'], ['-path:/a', 'its filter has OR, or excludes something'],
    ['method:GET,POST', 'its filter has several values for one key'], ['source:phone', 'its filter has the key source'],
    ['json:a>5', 'its filter has * in a JSON path, or compares JSON with < or >'], ['', 'its body is stored in the service, not in the rule'], ['', 'it changes a real request or its response']
  ])
})

t.test('no text of a rule gets out of its place in the code', async t => {
  const hostile = '\'"`$' + '{x}\n*/</script>\u2028\u2029\\'
  const odd = hostile.replace(/["\\]/g, '')
  const { text } = mswModule([
    rule(`host:="${odd}" path:="${odd}" query:"${odd}" operation:="${odd}" request-header:"${odd}"="${odd}" json:"${odd}"="${odd}" request:"${odd}"`,
      { type: 'respond', status: 200, statusText: hostile, headers: [{ name: 'a', value: hostile }], body: { text: hostile } }, { name: hostile })
  ], hostile)
  const file = join(t.testdir({}), 'handlers.mjs')
  writeFileSync(file, text)
  execFileSync(process.execPath, ['--check', file])
  t.equal(text.split('export function restart')[0]?.split('\n').filter(line => line.startsWith('  // ')).length, 1)
})
