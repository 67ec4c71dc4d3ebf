// Each use of XMLHttpRequest has the same events and results as without rules if no rule matches, if a rule answers as the server would, or
// if a rule only delays a request or makes a change that the page cannot see. The tests name each allowed difference.
import t, { type Test } from 'tap'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { GivenRule, RuleAction } from '../../../../src/schema/rule.js'
import { isFirefox } from '../../../support/browser.js'
import { isWhole } from '../../../support/runs.js'
import { ANSWERS, type GivenAnswer } from './answers.js'
import { openRuled } from './place.js'

/** The lines of each use. */
type Uses = Record<string, string[]>

/** Names of uses, with what differs in them. */
type Known = Record<string, string>

declare global {
  // Defined by uses.js in the page.
  var runUses: (refused: string) => Promise<Uses>
}

/** Nobody listens there. */
const refused = await (async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return `http://127.0.0.1:${port}`
})()

const real = run([], false)

async function run (rules: GivenRule[], isRecorded = true): Promise<Uses> {
  const { page } = await openRuled(t, rules, { isRecorded })
  const uses = await page.evaluate(refused => globalThis.runUses(refused), refused)
  await page.close()
  return uses
}

/** `plain`: leaves out what may differ in every use. */
async function compare (t: Test, ruled: Uses, known: Known, plain = (line: string): string => line): Promise<void> {
  const native = await real
  t.same(Object.keys(ruled), Object.keys(native))
  t.ok(Object.keys(native).length > 300, 'all ran')
  for (const [name, lines] of Object.entries(native)) {
    if (known[name] === undefined) t.same(ruled[name]!.map(plain).filter(Boolean), lines.map(plain).filter(Boolean), name)
    else t.same(endOf(ruled[name]!), endOf(lines), `${name}: the end`)
  }
}

/** What the page has at the end. */
function endOf (lines: string[]): string[] {
  const at = lines.findLastIndex(line => line.startsWith('end '))
  return at < 0 ? [] : lines.slice(at).filter(line => !line.includes('microtask'))
}

/** What depends on the speed of the machine, also without the recorder. */
const TIMED: Known = {
  'a large answer': 'how many pieces there are',
  'opened and sent again in progress': 'the second request has its progress event in state 4 if 50 ms have not passed since the first one'
}

/** Firefox has its own order of events for documents and empty answers, and says how XML was decoded; docs/rules.md says so. */
const AS_CHROMIUM = { skip: isFirefox }
/** Each of these takes twenty seconds. */
const IF_WHOLE = { skip: isFirefox || !isWhole }

t.test('rules that match nothing change nothing', async t => {
  await compare(t, await run([]), { ...TIMED, ...isFirefox && { 'POST with form': 'how long the boundary is: it is random' } })
})

t.test('a request that a rule answers looks as if the server had answered it', AS_CHROMIUM, async t => {
  const waits = [1000, 500, 300, 200, 100, 50].map(ms => ruleOf(`text query:wait=${ms}`, { ...respond(ANSWERS.text!), delayMs: ms }))
  const others = Object.entries(ANSWERS).map(([name, answer]) =>
    ruleOf(name, FAILING.has(name) ? { type: 'fail', how: 'network' } : respond(answer)))
  await compare(t, await run([...waits, ...others]), {
    ...TIMED,
    'htmlmeta as nothing': 'the last character is there in state 3, which Chromium cannot decode before the end',
    'htmlmeta as text': 'likewise',
    headers: 'the text is there in state 3, where Chromium holds back a text of one character',
    reason: 'likewise',
    'a reset connection, POST': 'the upload fails, too: which part of it has arrived before is not known',
    'abort in readystatechange 3': 'no progress event after it',
    'microtasks between two listeners': 'they run after the last listener of an event'
  })
})

t.test('a request that a rule only delays is the same, except that loadstart comes when it is made', IF_WHOLE, async t => {
  const names = Object.keys(await real).filter(name => /in (?:upload )?loadstart$/.test(name))
  const known = Object.fromEntries(names.map(name => [name, 'it happens after send()']))
  await compare(t, await run([ruleOf('', { type: 'delay', ms: 1 })]), { ...TIMED, ...known }, line => line.includes('loadstart') ? '' : line)
})

t.test('a request whose headers change is the same otherwise', IF_WHOLE, async t => {
  await compare(t, await run([ruleOf('', { type: 'change', request: { setHeaders: [{ name: 'x-own', value: '1' }] } })]), TIMED)
  await compare(t, await run([ruleOf('', { type: 'change', response: { removeHeaders: ['x-none'] } })]), TIMED)
})

t.test('a response whose body changes is the same otherwise, except that its text is empty until the end', AS_CHROMIUM, async t => {
  const rules = Object.entries(ANSWERS).filter(([name]) => !FAILING.has(name))
    .map(([name, { body }]) => ruleOf(name, { type: 'change', response: { body: { base64: body.toString('base64') } } }))
  const known = { ...TIMED, 'responseText in state 3': 'it is empty', 'response in state 3': 'likewise' }
  // The lengths of `response` and `responseText` in state 3.
  await compare(t, await run(rules), known, line => line.replace(/(^| \| )3 (.*) \d+ \d+( \||$)/, '$13 $2$3'))
})

const FAILING = new Set(['lost', 'refused'])

function ruleOf (answer: string, action: RuleAction): GivenRule {
  const [name, more = ''] = answer.split(' ')
  return { name: answer || 'all', match: name ? `path:=/answer/${name} ${more}` : 'path:answer', action }
}

function respond ({ status, statusText, headers, body }: GivenAnswer): RuleAction & { type: 'respond' } {
  return {
    type: 'respond',
    status,
    statusText,
    headers: headers.map(([name, value]) => ({ name, value })),
    ...status !== 204 && { body: { base64: body.toString('base64') } }
  }
}
