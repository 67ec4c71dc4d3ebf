// Snippets for cmd.exe, parsed by the rules of cmd.exe and Windows, contain the recorded request. Requests that cmd.exe cannot send are
// refused.
import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { cmd } from '../../src/snippets/cmd.js'
import { argumentsOf } from './cmd-reader.js'
import { requestOfCurl } from './curl-reader.js'
import { anyRequest, arrived, asciiText, expected, plainRequest, type Recorded } from './requests.js'
import { copied, refusal } from './run.js'
import { runs } from '../support/runs.js'

const NUM_RUNS = 2000
const origin = 'http://127.0.0.1:8080'
const carried = (body: string) => requestOfCurl(argumentsOf(copied(cmd, plainRequest({ body })))).body

t.test('random ASCII requests stay the same after cmd and CommandLineToArgvW', async () => {
  const isText = ({ body }: Recorded) => body.base64 === undefined
  fc.assert(fc.property(anyRequest({ origin, text: asciiText(), where: isText }), request => {
    const shouldBe = expected(request)
    assert.deepEqual(arrived(requestOfCurl(argumentsOf(copied(cmd, request))), shouldBe, {}), shouldBe)
  }), { numRuns: runs(NUM_RUNS) })
})

t.test('characters with a meaning for cmd or Windows stay the same in a body', async t => {
  for (const body of [
    '%PATH%', '%=ExitCode:a=b%', '%^PATH%', '%%a', '%\n%', '%', '100%', '%a', '%(x)%', '!a!', '^', '^^', 'a^', '"', '""', '\\', '\\\\',
    '\\"', '\\\\"', 'a\\',
    '"\\n"', 'C:\\a\\b\\', '{"a":"b\\n\\"c\\""}',
    '&|<>()', 'a\nb', '\n', '\n\n', ' ', 'a  b ', "'", '`', '@file', '-X', '-', '=', ',', ';'
  ]) t.equal(carried(body), body, JSON.stringify(body))
})

t.test('refuses requests that cmd cannot send, and suggests PowerShell', async t => {
  const bodies = ['é', 'a\r\nb', '\t', '\0', '\x7f'].map(body => ({ body }))
  const headers = ['茶', 'a\tb'].map(value => ({ headers: [{ name: 'a', value }] }))
  for (const request of [...bodies, ...headers]) {
    t.match(refusal(cmd, plainRequest(request)), /use PowerShell/, JSON.stringify(request))
  }
  t.match(refusal(cmd, { ...plainRequest({}), body: { text: '', base64: 'AAAA' } }), /binary.*use PowerShell/)
  t.match(refusal(cmd, plainRequest({ body: 'a'.repeat(8180) })), /longer/)
  t.equal(refusal(cmd, plainRequest({ body: 'a'.repeat(8000) })), undefined)
  t.match(refusal(cmd, { ...plainRequest({ body: 'a' }), method: 'HEAD' }), /HEAD/)
})
