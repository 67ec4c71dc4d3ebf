// Runs pieces of apps in a page without the recorder, and in a page with it: apps see the same results, events and errors, and the server
// gets the same requests.
import t from 'tap'
import type { Browser, Request } from 'playwright-core'
import { isFirefox } from '../../../support/browser.js'
import { newSession } from '../../../support/client.js'
import { isWhole } from '../../../support/runs.js'
import { until } from '../../../support/until.js'
import type { GivenRule } from '../../../../src/schema/rule.js'
import { written } from '../../../support/rules.js'
import { browser, replica, site, tag } from './place.js'
import type { Seen, Site } from './site.js'

interface Run {
  results: Record<string, unknown>
  names: string[]
  seen: Seen[]
  /** Addresses that the page requested, as reported by the browser, without preflights and redirects. */
  asked: string[]
  /** The pushes of each request, in the order in which they were sent. */
  pushes: Pushed[][]
}

interface Pushed { requestId: string, api: string, method: string, requestHeader?: string, timeConsuming: number }

declare global {
  // Defined by cases/run.js in the page.
  var Earshot: { state: { queued: number } } | undefined
  var cases: { name: string }[]
  var runCases: (origin: string, other: string) => Promise<Record<string, unknown>>
}

// Firefox's requests have no bodies in Playwright, so the pushes are unknown.
const NEEDS_PUSHES = { skip: isFirefox }
const PATIENCE = isFirefox ? '<script>patienceMs = 2500</script>' : ''

let runs: Promise<[without: Run, withRecorder: Run]> | undefined

async function both (): NonNullable<typeof runs> {
  runs ??= inTurns()
  return await runs
}

// One after the other, because the pages share the app and its log.
async function inTurns (): NonNullable<typeof runs> {
  const without = await run(browser, site, '')
  return [without, await run(browser, site, tag(newSession()))]
}

/** They look at every request, and match none. */
const NO_MATCH: GivenRule[] = [
  { name: 'a path', match: 'path:=/nowhere', action: { type: 'respond', status: 503 } },
  { name: 'a body', match: 'method:POST,PUT,GET request:"nothing has this" -json:a.b.c', action: { type: 'fail', how: 'timeout' } },
  { name: 'a header', match: 'request-header:x-nowhere OR operation:Nowhere', action: { type: 'delay', ms: 1000 } }
]

t.test('results, events and errors are the same with the recorder', async t => {
  const [without, withRecorder] = await both()
  t.ok(without.names.length >= 150, `${without.names.length} cases`)
  // Firefox reports a response only when its body begins.
  if (!isFirefox) t.same(without.names.filter(name => hangs(without, name)), [], 'no case hangs')
  for (const name of without.names.filter(name => name !== LATER)) t.same(withRecorder.results[name], without.results[name], name)
  const steps = [without, withRecorder].map(({ results }) => (results[LATER] as { result: { value: number } }).result.value)
  t.equal(steps[1], steps[0]! + 1, 'a fetch that fails at once rejects one step later')
  t.same(withRecorder.results.unhandled, without.results.unhandled, 'unhandled rejections')
})

t.test('results, events and errors are the same with rules that match nothing', { skip: !isWhole }, async t => {
  const [without, withRecorder] = await both()
  const session = newSession()
  await written(t, replica, session, NO_MATCH)
  const withRules = await run(browser, site, tag(session, 'data-rules'), 'Boolean(sessionStorage["earshot-rules"])')
  for (const name of without.names) t.same(withRules.results[name], withRecorder.results[name], name)
  t.same(withRules.results.unhandled, without.results.unhandled, 'unhandled rejections')
  if (!isFirefox) t.same(byCase(withRules.seen, []), byCase(without.seen, []), 'what the server sees')
})

t.test('the server sees the same requests with the recorder', async t => {
  const [without, withRecorder] = await both()
  t.ok(without.seen.length > 150, `${without.seen.length} requests`)
  // Firefox opens so few connections that a case which hangs may never reach the server.
  const hung = isFirefox ? without.names.flatMap((name, n) => hangs(without, name) || hangs(withRecorder, name) ? [`${n}`] : []) : []
  t.same(byCase(withRecorder.seen, hung), byCase(without.seen, hung))
})

t.test('every request is recorded once and completed once', NEEDS_PUSHES, async t => {
  const [, { names, asked, pushes }] = await both()
  const recorded = countBy(pushes.map(([first]) => first!.api))
  const sent = countBy(asked)
  for (const [n, name] of names.entries()) t.equal(recorded.get(`${n}`) ?? 0, (sent.get(`${n}`) ?? 0) + (UNEQUAL[name] ?? 0), name)
  for (const all of pushes) {
    const [complete, again, ...more] = all.slice(all[0]!.timeConsuming > 0 ? 0 : 1)
    t.ok(complete && complete.timeConsuming > 0 && more.length === 0, `${all[0]!.api}: pending, if at all, before it is complete`)
    // The body of a Request may be read after the request has ended; then its push is sent again with the body. What the page was like is
    // said once, in a push that joins the pending and the complete one, if it comes so soon.
    if (!complete || !again) continue
    const same = { ...complete, request: '', age: Number, pageParams: undefined, storage: undefined }
    t.match({ ...again, request: '' }, same, 'only the body is new')
  }
})

t.test('inherited members of init, and members with getters, are recorded', NEEDS_PUSHES, async t => {
  const [, { names, pushes }] = await both()
  const n = names.indexOf('fetch: init whose members are inherited, or are read by getters')
  const recorded = pushes.map(all => all.at(-1)!).filter(({ api }) => caseOf(api) === `${n}`)
  t.same(recorded.map(({ method, requestHeader }) => [method, /\r\nx-a: 1\r\n/.test(requestHeader ?? '')]), [['DELETE', true], ['PUT', false]])
})

/** The page gets a derived promise: see observed.ts. */
const LATER = 'looks: steps until a fetch rejects that fails at once'

/** How many more requests are recorded than were sent. */
const UNEQUAL: Record<string, number> = {
  // The browser refused the request.
  'fetch: method TRACE': 1,
  'fetch: method a b': 1,
  'fetch: headers: bad': 1,
  'fetch: headers: null': 1,
  'fetch: headers: text': 1,
  'fetch: abort before': 1,
  'fetch: abort with a reason': 1,
  'XHR: a body that cannot be text': 1,
  'fetch: an aborted signal rejects at once': 1,
  'fetch: an aborted Request rejects at once': 1,
  // Reading the address would be noticed.
  'fetch: an address that counts how often it is asked': -1
}

/** `ready`: what is true in the page before the cases run. */
async function run (browser: Browser, site: Site, script: string, ready = 'true'): Promise<Run> {
  const files = ['run', 'fetch', 'xhr', 'held', 'streams', 'looks', 'frames'].map(file => `<script src="/case-files/${file}.js"></script>`).join('')
  site.page = `<!doctype html><title>cases</title>${PATIENCE}${script}${files}`
  site.headers = {}
  const from = site.seen.length
  const page = await browser.newPage()
  const requests: Request[] = []
  const sockets: string[] = []
  page.on('request', request => requests.push(request))
  page.on('websocket', socket => sockets.push(socket.url()))
  await page.goto(`${site.url}/page`)
  await page.waitForFunction(ready)
  const names = await page.evaluate(() => globalThis.cases.map(({ name }) => name))
  const results = await page.evaluate(([url = '', other = '']) => globalThis.runCases(url, other), [site.url, site.other])
  // The end of a response that the page does not read is known a second later.
  const open = () => pushesOf(requests).filter(all => all.every(({ timeConsuming }) => timeConsuming === 0)).map(([first]) => first!.api)
  await until('every request has ended', async () => open().length === 0).catch(() => { throw new Error(`still open: ${open().join()}`) })
  await page.waitForFunction(() => !globalThis.Earshot || globalThis.Earshot.state.queued === 0)
  await page.close()
  const asked = [...requests.filter(request => !request.redirectedFrom()).map(request => request.url()), ...sockets]
  return { results, names, seen: site.seen.slice(from), asked, pushes: pushesOf(requests) }
}

function pushesOf (requests: Request[]): Pushed[][] {
  const byRequest = new Map<string, Pushed[]>()
  for (const request of requests.filter(request => request.url().includes('/capture/batch'))) {
    const pushes = ((request.postDataJSON() ?? []) as Pushed[]).filter(push => !('messages' in push))
    for (const push of pushes) byRequest.set(push.requestId, [...byRequest.get(push.requestId) ?? [], push])
  }
  return [...byRequest.values()]
}

function hangs ({ results }: Run, name: string): boolean {
  return JSON.stringify(results[name]).includes('"hangs"')
}

function byCase (seen: Seen[], leftOut: string[]): Record<string, unknown[]> {
  const cases: Record<string, unknown[]> = {}
  for (const one of seen.filter(({ path }) => !leftOut.includes(caseOf(path)))) {
    const ofCase = cases[caseOf(one.path)] ??= []
    // Browsers retry once if a reused connection was closed.
    if (ofCase.length === 0 || !one.path.includes('reset')) ofCase.push(one)
  }
  // Concurrent requests have no order.
  for (const list of Object.values(cases)) list.sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
  return cases
}

function caseOf (address: string): string {
  return /case=(\d+)/.exec(address)?.[1] ?? ''
}

function countBy (addresses: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const address of addresses) counts.set(caseOf(address), (counts.get(caseOf(address)) ?? 0) + 1)
  return counts
}
