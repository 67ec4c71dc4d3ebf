// Snippets for bash run in bash, and if possible in dash, and send the recorded request with real curl. To test more requests than the
// default: SNIPPET_RUNS=2000 npm test -- snippets/bash
import t from 'tap'
import fc from 'fast-check'
import { bash } from '../../src/snippets/bash.js'
import { sendable } from '../../src/snippets/sendable.js'
import { anyRequest, anyText, plainRequest, plainText, type Recorded } from './requests.js'
import { startRecorder } from './recorder.js'
import { copied, faults, refusal, run, type Runner } from './run.js'
import { runs } from '../support/runs.js'

/** The number of requests. Half of them are for bash only. */
const RUNS = Number(process.env.SNIPPET_RUNS ?? runs(400))
const SEED = Number(process.env.SNIPPET_SEED ?? Math.floor(Math.random() * 2 ** 31))

const WRAPPER = 'curl () { command curl -q -sS -H "X-Test: $n" "$@" || echo "$n: $?" >&2; }'
const shell = (name: string): Runner => ({
  command: [name, '-s'],
  // With history expansion, as in an interactive bash.
  script: snippets =>
    [name === 'bash' ? 'set -o history -o histexpand' : '', WRAPPER, ...snippets.map((text, n) => `n=${n}\n${text}`), ''].join('\n'),
  added: { 'user-agent': /^curl\//, accept: /^\*\/\*$/, expect: /^100-continue$/ }
})

for (const [name, kind, text] of [['bash', 'any', anyText()], ['bash', 'plain', plainText()], ['dash', 'plain', plainText()]] as const) {
  t.test(`random requests with ${kind} text arrive byte for byte from ${name}`, async t => {
    const recorder = await startRecorder(t)
    const requests = fc.sample(anyRequest({ origin: recorder.origin, text }), { numRuns: RUNS / 2, seed: SEED })
    t.equal(JSON.stringify(await faults(recorder, bash, shell(name), requests), null, 1), '[]', `SNIPPET_SEED=${SEED}`)
  })
}

t.test('headers that curl could read as file names or options arrive', async t => {
  const recorder = await startRecorder(t)
  const headers = [
    ['Cookie', 'a'], ['Cookie', '@a=b'], ['Cookie', '@/etc/hostname'], ['Cookie', ''], ['Cookie', '; a=b'],
    ['X', '@/etc/hostname'], ['X', ''], ['X', ';'], ['X', ':'], ['X', ' \t '],
    ['Content-Type', ''], ['User-Agent', ''], ['Accept', ''], ['Transfer-Encoding', 'chunked'], ['Content-Length', '9'],
    ['Expect', '100-continue']
  ] as const
  const requests = headers.flatMap(([name, value]) =>
    ['', '@/etc/hostname'].map(body => plainRequest({ origin: recorder.origin, headers: [{ name, value }], body })))
  t.equal(JSON.stringify(await faults(recorder, bash, shell('bash'), requests), null, 1), '[]')
})

t.test('a request without a body sends Content-Length: 0 if its method usually has a body', async t => {
  const recorder = await startRecorder(t)
  const methods = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE']
  await run(shell('bash'), shell('bash').script(methods.map(method => copied(bash, plainRequest({ origin: recorder.origin, method })))))
  t.same(recorder.take().map(({ method, headers }) => [method, headers.find(([name]) => name === 'Content-Length')?.[1]]),
    [['POST', '0'], ['PUT', '0'], ['PATCH', '0'], ['GET', undefined], ['DELETE', undefined]])
})

t.test('bodies that cannot be arguments are piped, in bash and in dash', async t => {
  const recorder = await startRecorder(t)
  const request = ({ text, base64 }: Recorded['body']): Recorded => ({
    ...plainRequest({ origin: recorder.origin }),
    body: { text, base64 },
    bytes: base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64')
  })
  const everyByte = Buffer.from(Array.from({ length: 60_000 }, (_, n) => n % 256))
  const requests = [
    { text: "it's @large\n".repeat(20_000) },
    { text: '\0' },
    { text: 'a\0b\\0\n\\\\\\0007%s%b\r\n\x85茶\x1b' },
    { text: '-n\0' },
    { text: "%s\\n'".repeat(30_000) },
    { text: '', base64: everyByte.toString('base64') },
    { text: '', base64: 'AA==' }
  ].map(request)
  for (const name of ['bash', 'dash']) t.equal(JSON.stringify(await faults(recorder, bash, shell(name), requests), null, 1), '[]', name)
})

t.test('a body that is too large for a terminal is read from a file, which is exported with the command', async t => {
  const recorder = await startRecorder(t)
  const text = '@é\0'.repeat(400_000)
  const binary = Buffer.alloc(900_000, 'é').toString('base64')
  for (const [body, name, bytes] of [
    [{ text }, 'body.txt', Buffer.from(text)],
    [{ text: '', base64: binary }, 'body.bin', Buffer.from(binary, 'base64')]
  ] as const) {
    const fit = sendable({ ...plainRequest({ origin: recorder.origin }), body })
    const snippet = 'refused' in fit ? fit : bash(fit)
    t.match(snippet, { text: `# Save the body as ${name} first\n`, file: { name } })
    t.ok('text' in snippet && snippet.text.length < 300)
    const cwd = t.testdir({ [name]: bytes })
    await run({ ...shell('dash'), cwd }, shell('dash').script(['text' in snippet ? snippet.text : '']))
    t.equal(recorder.take()[0]?.body === bytes.toString('latin1'), true, name)
  }
})

t.test('refuses requests that curl or a command line cannot send', async t => {
  t.match(refusal(bash, plainRequest({ method: 'HEAD', body: 'a' })), /HEAD/)
  t.match(refusal(bash, plainRequest({ path: 'a'.repeat(100_000) })), /longer/)
  t.match(refusal(bash, plainRequest({ headers: [{ name: 'a', value: 'é'.repeat(50_000) }] })), /longer/)
  t.match(refusal(bash, plainRequest({ headers: Array.from({ length: 10 }, () => ({ name: 'a', value: 'b'.repeat(60_000) })) })), /longer/)
})
