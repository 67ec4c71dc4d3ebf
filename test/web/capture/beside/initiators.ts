// The initiator of a request, which is the code that started it, in a real browser; and whether a page can notice that initiators are
// recorded.
import t, { type Test } from 'tap'
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Entry } from '../../../../src/schema/entry.js'
import { isFirefox } from '../../../support/browser.js'
import { newSession } from '../../../support/client.js'
import { sampled } from '../../../support/runs.js'
import { open, recorded, replica, site, tag } from '../browser/place.js'

/** Opens a page with the recorder in its head, and this script at this path. */
async function starting (t: Test, script: string, count: number, { attributes = 'data-initiator', before = '', path = '/start.js' } = {}) {
  const session = newSession()
  site.scripts[path.replace(/\?.*/, '')] = script
  const { page, said } = await open(t, `${before}${tag(session, attributes)}<script src="${path}"></script>`)
  return { page, said, entries: await recorded(session, count), session }
}

// Firefox also tells, but not always, who has waited.
function callsOf (entries: Entry[]): Record<string, string[] | undefined> {
  return Object.fromEntries(entries.map(({ api, initiator }) => [new URL(api).searchParams.get('text') ?? '', initiator?.map(placeOf).join('\n').replace(/\nasync\*[^]*/, '').split('\n')]))
}

function placeOf ({ function: name = '', url, line }: NonNullable<Entry['initiator']>[number]): string {
  return `${name} ${url.replace(site.url, '')}:${line}`
}

const ALL = `
function byFetch () { return fetch('/c?text=fetch') }
async function awaited () { await byFetch(); await fetch('/c?text=later') }
class Client {
  send () {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', '/c?text=xhr')
    xhr.send()
  }
}
const beacon = () => navigator.sendBeacon('/c?text=beacon')
function streams () {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/c?text=socket')
  socket.onopen = () => socket.close()
  const source = new EventSource('/c?text=events&type=text/event-stream&pieces=1&open')
  source.onmessage = () => source.close()
}
function main () {
  awaited()
  new Client().send()
  beacon()
  streams()
}
main()`

const FOUND = {
  fetch: ['byFetch /start.js:2', 'awaited /start.js:3', 'main /start.js:19', ' /start.js:24'],
  later: ['awaited /start.js:3'],
  xhr: [`${isFirefox ? '' : 'Client.'}send /start.js:8`, 'main /start.js:20', ' /start.js:24'],
  beacon: ['beacon /start.js:11', 'main /start.js:21', ' /start.js:24'],
  socket: ['streams /start.js:13', 'main /start.js:22', ' /start.js:24'],
  events: ['streams /start.js:15', 'main /start.js:22', ' /start.js:24']
}

for (const file of ['earshot.js', 'earshot-whole.js']) {
  t.test(`with data-initiator, ${file} records the code that started each request, from the first script of the page on`, async t => {
    const session = newSession()
    site.scripts['/start.js'] = ALL
    const { said } = await open(t, `${tag(session, 'data-initiator', file)}<script src="/start.js"></script>`)
    t.strictSame(callsOf(await recorded(session, 6)), FOUND)
    t.same(said, [])
  })
}

t.test('rules, errors and resources make no difference, in either order', async t => {
  for (const attributes of ['data-initiator data-rules data-errors', 'data-rules data-initiator="all"']) {
    const { entries } = await starting(t, ALL, 6, { attributes })
    t.strictSame(callsOf(entries), FOUND, attributes)
  }
})

t.test('a page that does not ask for it has none, and loads no code for it', async t => {
  for (const attributes of ['', 'data-errors', 'data-initiator="off"', 'data-initiator="0"', 'data-initiator="often"']) {
    const { entries, page } = await starting(t, "fetch('/c?text=a')", 1, { attributes })
    t.strictSame(callsOf(entries), { a: undefined }, attributes)
    const loaded = await page.evaluate<boolean>("performance.getEntriesByType('resource').some(({ name }) => name.includes('beside'))")
    t.equal(loaded, attributes !== '')
  }
})

t.test('a share of the requests has it, and the random numbers of the page stay the same', async t => {
  const { entries, page } = await starting(t, `
    let asked = 0
    Math.random = () => { asked++; return 0.5 }
    setTimeout(() => { asked = 0; for (let n = 0; n < 150; n++) fetch('/c?n=' + n); window.asked = asked })`, 150, { attributes: 'data-initiator="0.5"' })
  const { length } = entries.filter(({ initiator }) => initiator)
  t.ok(length > 30 && length < 110, `${length} of 150`)
  t.equal(await page.evaluate('asked'), 0)
})

const SETTINGS = {
  'no stack at all': 'Error.stackTraceLimit = 0',
  'no limit': 'delete Error.stackTraceLimit',
  'a limit that is no number': "Error.stackTraceLimit = 'ten'",
  'a limit that is a getter': "Object.defineProperty(Error, 'stackTraceLimit', { get () { seen.push('limit'); return 10 }, set () { seen.push('set') }, configurable: true })",
  'its own stacks': "Error.prepareStackTrace = (error, calls) => { seen.push('prepare'); return calls }",
  'stacks that fail': "Error.prepareStackTrace = () => { seen.push('prepare'); throw new Error('no') }",
  'stacks by a getter': "Object.defineProperty(Error, 'prepareStackTrace', { get () { seen.push('get'); return undefined }, configurable: true })",
  'an Error of its own': 'window.Error = new Proxy(Error, Object.fromEntries(Reflect.ownKeys(Reflect).filter(name => typeof name === \'string\').map(name => [name, (...given) => { seen.push(name); return Reflect[name](...given) }])))',
  'a captureStackTrace of its own': "Error.captureStackTrace = () => { seen.push('capture') }",
  'names on every object': "for (const name of ['name', 'message', 'stack', 'toString']) { const own = Object.prototype[name]; Object.defineProperty(Object.prototype, name, { get () { seen.push(name); return own }, set (value) { Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true }) }, configurable: true }) }"
}

for (const [title, setting] of sampled(Object.entries(SETTINGS), 3)) {
  t.test(`a page with ${title} notices nothing, and its requests have their initiators`, async t => {
    const { page, entries, said } = await starting(t, `
      const seen = []
      ${setting}
      const Native = Object.getPrototypeOf(TypeError)
      const told = () => JSON.stringify(Object.entries(Object.getOwnPropertyDescriptors(Native)), (key, value) => typeof value === 'function' ? String(value) : value)
      const before = told()
      seen.length = 0
      function load () { fetch('/c?text=a'); navigator.sendBeacon('/c?text=b') }
      load()
      window.outcome = [[...seen], told() === before]`, 2)
    t.strictSame(callsOf(entries), { a: ['load /start.js:8', ' /start.js:9'], b: ['load /start.js:8', ' /start.js:9'] })
    t.strictSame(await page.evaluate('outcome'), [[], true])
    t.same(said, [])
  })
}

t.test('if Error is frozen, the requests are recorded as ever, and nothing of the page is called', async t => {
  const { page, entries, said } = await starting(t, `
    window.seen = []
    Error.prepareStackTrace = () => { seen.push('prepare'); throw new Error('no') }
    Object.freeze(Error)
    fetch('/c?text=a')
    navigator.sendBeacon('/c?text=b')`, 2)
  t.strictSame(callsOf(entries), { a: undefined, b: undefined })
  t.same(await page.evaluate('seen'), [])
  t.same(said, [])
})

t.test('an error of the page has the same stack, at the same moment, as without it', async t => {
  const stacks = []
  for (const attributes of ['', 'data-initiator']) {
    const { page } = await starting(t, `
      const failed = run => { try { run() } catch (error) { return error.stack } }
      window.stacks = [failed(() => new WebSocket('no:')), failed(() => new XMLHttpRequest().send()), new Error('own').stack, Error.stackTraceLimit]
      fetch('http://').catch(error => { stacks.push(error.stack) }).then(() => fetch('/c?text=a'))`, 1, { attributes })
    stacks.push(await page.evaluate('stacks'))
  }
  t.strictSame(stacks[1], stacks[0])
})

t.test('of a stack that is deep, or whose names and addresses are long, a part is recorded', async t => {
  const long = 'x'.repeat(100_000)
  const { entries } = await starting(t, `
    const deep = n => n > 0 ? deep(n - 1) : fetch('/c?text=deep')
    deep(5000)
    const named = { ['${'n'.repeat(10_000)}'] () { fetch('/c?text=named') } }
    Object.values(named)[0]()
    const script = document.createElement('script')
    script.src = 'data:text/javascript,function secretCode () { fetch("/c?text=data".replace(/^/, location.origin)) } secretCode() // ${long}'
    document.head.append(script)
    const run = text => { const script = document.createElement('script'); script.text = text; document.head.append(script) }
    run('fetch("/c?text=long")\\n//# sourceURL=https://shop.example/${long.slice(0, 50_000)}?token=s3cret')
    ;(0, eval)('function evaluated () { fetch("/c?text=eval") } evaluated()')
    run('fetch("/c?text=hostile")\\n//# sourceURL=javascript:alert(1)//<img/src=x/onerror=alert(2)>')`, 6)
  const calls = callsOf(entries)
  t.same(calls.deep, Array.from({ length: 10 }, () => 'deep /start.js:2'))
  t.match(calls.named?.[0], isFirefox ? /^n{90,100} \/start.js:4$/ : `Array.${'n'.repeat(87)} /start.js:4`)
  t.match(calls.data?.[0], /^secretCode data:text\/javascript:1$/)
  t.same(calls.eval?.slice(0, 2), ['evaluated /start.js:11', `${isFirefox ? '' : 'eval'} /start.js:11`])
  for (const { initiator = [] } of entries) {
    t.ok(initiator.length > 0)
    t.ok(initiator.length <= 10 && initiator.every(({ function: name = '', url }) => name.length <= 100 && url.length <= 500))
    t.ok(JSON.stringify(initiator).length < 3000)
  }
  t.notMatch(JSON.stringify(entries.map(({ initiator }) => initiator)), /s3cret|xxxx.*fetch/)
})

t.test('secrets in the addresses of scripts are masked', async t => {
  const { entries } = await starting(t, "fetch('/c?text=a')", 1, { path: '/start.js?token=s3cret&v=1' })
  t.strictSame(callsOf(entries), { a: [' /start.js?token=[masked]&v=1:1'] })
})

t.test('a connection that is open has it, and later pushes of a request keep it', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session, 'data-initiator'))
  await page.addScriptTag({
    content: "function connect () { window.socket = new WebSocket(location.origin.replace('http', 'ws') + '/c') }\nconnect()"
  })
  const { initiator } = await pendingOf(session)
  t.equal(initiator?.[0]?.function, 'connect')
  await page.evaluate('socket.close()')
  t.strictSame((await recorded(session, 1))[0]?.initiator, initiator)
})

async function pendingOf (session: string): Promise<Entry> {
  for (;;) {
    const reply = await fetch(`${replica.url}/capture/entries?sessionId=${session}`)
    const [entry] = await reply.json() as Entry[]
    if (entry) return entry
  }
}

t.test('an app that is one file together with the recorder has only its own code in it', async t => {
  const source = fileURLToPath(new URL('../../../../src/web/capture/browser/earshot.ts', import.meta.url))
  const session = newSession()
  for (const minify of [false, true]) {
    const { outputFiles: [app] } = await build({
      stdin: {
        contents: `import { Earshot } from ${JSON.stringify(source)}
          Earshot.start({ url: '${replica.url}', session: '${session}', initiator: true })
          window.load = function load () { fetch('/c?text=${minify}'); const xhr = new XMLHttpRequest(); xhr.open('GET', '/c?text=xhr${minify}'); xhr.send() }`,
        resolveDir: '.'
      },
      bundle: true,
      write: false,
      format: 'iife',
      logLevel: 'error',
      minify
    })
    site.scripts['/bundle.js'] = app!.text
    const { page } = await open(t, '<script src="/bundle.js"></script>')
    await later(page)
    await page.evaluate('load()')
  }
  for (const { api, initiator } of await recorded(session, 4)) {
    t.equal(initiator?.[0]?.url, `${site.url}/bundle.js`, api)
    t.equal(initiator?.filter(({ url }) => url.endsWith('/bundle.js')).length, 1, api)
  }
})

/** The part for initiators is a module of the same file: it runs a few microtasks after the start. */
async function later (page: Page): Promise<void> {
  await page.evaluate('new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))')
}

t.test('workers have it, too: with a line of their own, and those that the page starts', async t => {
  const [own, begun] = [newSession(), newSession()]
  const ask = (text: string) => `function load () { fetch('${site.url}/c?text=${text}') }\nload()`
  site.scripts['/own.js'] = `importScripts('${replica.url}/earshot-worker.js?session=${own}&initiator=all')\n${ask('own')}`
  await open(t, '<script>new Worker("/own.js")</script>')
  t.strictSame(callsOf(await recorded(own, 1)), { own: ['load /own.js:2', ' /own.js:3'] })
  site.scripts['/plain.js'] = ask('plain')
  await open(t, `${tag(begun, 'data-initiator data-workers="all"')}<script>new Worker("/plain.js")</script>`)
  const { plain } = callsOf(await recorded(begun, 1))
  t.strictSame(plain?.slice(0, 2), ['load /plain.js:1', ' /plain.js:2'])
})
