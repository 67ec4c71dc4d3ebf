// Snippets for PowerShell, parsed by its rules, contain the recorded request. Anything that Invoke-WebRequest cannot send is refused or
// mentioned.
import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { powershell } from '../../src/snippets/powershell.js'
import { requestOfPowershell } from './powershell-reader.js'
import { anyRequest, arrived, combined, expected, plainRequest, type Recorded } from './requests.js'
import { copied, refusal } from './run.js'
import { runs } from '../support/runs.js'

const NUM_RUNS = 2000
const origin = 'http://127.0.0.1:8080'
const carried = (body: string) => requestOfPowershell(copied(powershell, plainRequest({ body }))).body
const withHeader = (name: string, value: string) => plainRequest({ headers: [{ name, value }] })

t.test('random requests stay the same in PowerShell', async () => {
  const isAscii = ({ headers }: Recorded) =>
    headers.every(({ name, value }) => /^[\t\r\n\0 -~]*$/.test(value) && !/^(?:cookie|connection)$/i.test(name))
  fc.assert(fc.property(anyRequest({ origin, where: isAscii }), request => {
    const all = expected(request)
    // These headers cannot be set to an empty value.
    const shouldBe = {
      ...all, headers: combined(all.headers).filter(([name, value]) => value !== '' || !/^(?:user-agent|content-type)$/.test(name))
    }
    assert.deepEqual(arrived(requestOfPowershell(copied(powershell, request)), shouldBe, {}), shouldBe)
  }), { numRuns: runs(NUM_RUNS) })
})

t.test('characters with a meaning for PowerShell stay the same in a body', async t => {
  for (const body of [
    "'", "''", "'''", '\u2018', '\u2019\u2019', "'\u201a\u201b'", '"', '\u201c\u201d\u201e', '$HOME', '$(id)', '`n', '`', '``',
    'a\nb', 'a\r\nb',
    '\t', '\0' + '1', '\x1b[m', "\x07'\"$x`\u201d", '\x7f\x9f', '{"a":"\\n"}', '@{}', '#', 'é茶'
  ]) t.equal(carried(body), Buffer.from(body).toString('latin1'), JSON.stringify(body))
})

t.test('cookies are sent in order through a session, if .NET accepts them', async t => {
  const sent = (cookie: string) => requestOfPowershell(copied(powershell, withHeader('Cookie', cookie))).headers
  t.same(sent('a=1; b="x,y"; c=;d=e=f; g=it\'s'), [['cookie', 'a=1; b="x,y"; c=; d=e=f; g=it\'s']])
  t.same(sent(''), [], 'no cookies for an empty header')
  for (const cookie of ['a', 'a=1,2', '=1', '$a=1', 'a b=1', 'a=1; A=2', Array.from({ length: 301 }, (_, n) => `c${n}=1`).join(';')]) {
    t.match(refusal(powershell, withHeader('cookie', cookie)), /cookies.*use cURL/, cookie.slice(0, 20))
  }
  t.match(copied(powershell, withHeader('Cookie', Array.from({ length: 30 }, (_, n) => `c${n}=1`).join('; '))), 'PerDomainCapacity = 300',
    '.NET keeps 20 by default')
  t.match(copied(powershell, withHeader('Cookie', `a=${'b'.repeat(5000)}`)), 'MaxCookieSize = 65536', 'and 4 KiB of each')
})

t.test('refuses headers that .NET does not send', async t => {
  for (const value of ['é', '茶', '\x01', '\x7f']) t.match(refusal(powershell, withHeader('a', value)), /ASCII.*use cURL/)
})

t.test('comments mention what needs PowerShell 7, and what is added', async t => {
  const said = (request: Recorded) => copied(powershell, request).split('\n').filter(line => line.startsWith('#'))
  t.same(said(plainRequest({})), [])
  t.match(said(plainRequest({ method: 'PROPFIND' })).join(), /PowerShell 7/)
  t.match(said(plainRequest({ method: 'GET', body: 'a' })).join(), /body with GET.*PowerShell 7/)
  t.match(said(withHeader('Range', 'bytes=0-1')).join(), /Range.*PowerShell 7/)
  t.match(said(plainRequest({ body: 'a' })).join(), /No Content-Type/)
})
