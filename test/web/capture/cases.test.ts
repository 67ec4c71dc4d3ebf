import t from 'tap'
import type { Browser } from 'playwright-core'
import type { Entry } from '../../../src/schema/entry.js'
import { startBrowser } from '../../support/browser.js'
import { list, newSession } from '../../support/client.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { until } from '../../support/until.js'
import { buildScript } from './build.js'
import { startSite, type Seen, type Site } from './site.js'

interface Run {
  results: Record<string, unknown>
  names: string[]
  seen: Seen[]
}

declare global {
  // What cases/run.js puts into the page.
  var Earshot: { state: { queued: number } } | undefined
  var cases: { name: string }[]
  var runCases: (origin: string, other: string) => Promise<Record<string, unknown>>
}

await buildScript()
const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const browser = await startBrowser(t)
const session = newSession()
const site = await startSite(t)
const without = await run(browser, site, '')
const before = site.seen.length
const withRecorder = await run(browser, site, `<script src="${replica.url}/earshot.js" data-session="${session}"></script>`)

t.test('what the app sees is the same with the recorder', async t => {
  t.ok(without.names.length >= 150, `${without.names.length} cases`)
  for (const name of without.names) t.same(withRecorder.results[name], without.results[name], name)
  t.same(withRecorder.results.unhandled, without.results.unhandled, 'rejections that nobody handles')
})

t.test('what the server sees is the same', async t => {
  t.ok(before > 150, `${before} requests`)
  t.same(byCase(withRecorder.seen), byCase(without.seen))
})

t.test('every request is started once and ended once', async t => {
  let entries: Entry[] = []
  await until('every entry is complete', async () => {
    entries = await list(replica, session)
    return entries.length > 150 && entries.every(({ timeConsuming }) => timeConsuming > 0)
  })
  const asked = countBy(withRecorder.seen.filter(({ method }) => method !== 'OPTIONS').map(({ path }) => path), caseOf)
  const recorded = countBy(entries.filter(({ api }) => api.startsWith('http://127')).map(({ api }) => api), caseOf)
  for (const [n, name] of without.names.entries()) {
    if (UNSEEN.test(name)) continue
    t.equal(recorded.get(`${n}`) ?? 0, asked.get(`${n}`) ?? 0, name)
  }
})

// Where the browser never asks the server, or the server is asked through a redirect, or more than once, or the recorder may not look.
const UNSEEN = /abort before|abort with a reason|keepalive|counts how often|misuse|WebSocket|redirect|abort at once|OPTIONS|beacon: large|twice send|preflight|opened again before|FROB|TRACE|patch|method a b|headers: |hangs up|getters/

async function run (browser: Browser, site: Site, script: string): Promise<Run> {
  const files = ['run', 'fetch', 'xhr'].map(file => `<script src="/case-files/${file}.js"></script>`).join('')
  site.page = `<!doctype html><title>cases</title>${script}${files}`
  const from = site.seen.length
  const page = await browser.newPage()
  await page.goto(`${site.url}/page`)
  const names = await page.evaluate(() => globalThis.cases.map(({ name }) => name))
  const results = await page.evaluate(([url = '', other = '']) => globalThis.runCases(url, other), [site.url, site.other])
  await page.waitForFunction(() => !globalThis.Earshot || globalThis.Earshot.state.queued === 0)
  return { results, names, seen: site.seen.slice(from) }
}

function byCase (seen: Seen[]): Record<string, unknown[]> {
  const cases: Record<string, unknown[]> = {}
  for (const one of seen) (cases[caseOf(one.path)] ??= []).push(one)
  // At once: in no order.
  for (const list of Object.values(cases)) list.sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
  return cases
}

function caseOf (path: string): string {
  return /case=(\d+)/.exec(path)?.[1] ?? ''
}

function countBy (items: string[], keyOf: (item: string) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
