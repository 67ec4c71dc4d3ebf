// The code of a Node program that started a request, with `--require earshot-node.cjs`; and whether the program can notice that the code is
// recorded.
import t, { type Test } from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Initiator } from '../../../../src/schema/initiator.js'
import { bundled } from './bundle.js'
import { openCollector } from './collector.js'
import { openServers } from './places.js'

const [recorder] = await bundled(t)
const servers = await openServers()
t.teardown(() => servers.close())

const APP = `
import http from 'node:http'
const [, , target] = process.argv
async function byFetch () { await (await fetch(target + '/c0/json?fetch')).text() }
function byHttp () {
  return new Promise(resolve => http.get(target + '/c0/json?http', response => response.resume().on('end', resolve)))
}
const later = () => new Promise(resolve => setTimeout(function tick () {
  http.request(target + '/c0/echo?post', { method: 'POST' }, response => response.resume().on('end', resolve)).end('x')
}))
await byFetch()
await byHttp()
await later()
`
const FOUND = {
  fetch: ['byFetch app.mjs:4', ' app.mjs:11'],
  http: [' app.mjs:6', 'byHttp app.mjs:6', ' app.mjs:12'],
  post: ['Timeout.tick [as _onTimeout] app.mjs:9']
}

/** Runs it, and returns the calls of each request; only its file names are kept. */
async function run (t: Test, program: string, env: Record<string, string>, flags: string[] = []) {
  const collector = await openCollector()
  t.teardown(() => collector.close())
  const file = join(t.testdir({}), 'app.mjs')
  await writeFile(file, program)
  const { NODE_OPTIONS, ...own } = process.env
  const child = spawn(process.execPath, [...flags, '--require', recorder, file, servers.places.http], {
    env: { ...own, EARSHOT_URL: collector.url, EARSHOT_SESSION: 'node-initiators', ...env }, stdio: ['ignore', 'pipe', 'pipe']
  })
  const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const found = collector.pushes().map(pushes => {
    const { api, initiator } = Object.assign({}, ...pushes) as { api: string, initiator?: Initiator }
    return [api.replace(/^.*\?/, ''), initiator?.map(({ function: name = '', url, line }) => `${name} ${url.replace(/^.*\//, '')}:${line}`)]
  })
  return { found: Object.fromEntries(found) as Record<string, string[] | undefined>, printed, errors }
}

t.test('with EARSHOT_INITIATOR, each request has the code that started it, without frames of Node and of the recorder', async t => {
  for (const flags of [[], ['--enable-source-maps'], ['--stack-trace-limit=0']]) {
    t.strictSame(await run(t, APP, { EARSHOT_INITIATOR: 'all' }, flags), { found: FOUND, printed: '', errors: '' }, flags.join())
  }
})

t.test('without it, none has', async t => {
  for (const env of [{}, { EARSHOT_INITIATOR: 'off' }]) {
    t.strictSame((await run(t, APP, env)).found, { fetch: undefined, http: undefined, post: undefined })
  }
})

t.test("a program's own stacks stay its own: they are not asked for, and its settings are as it left them", async t => {
  const told = 'process.on("exit", () => console.log(called, JSON.stringify(Object.getOwnPropertyDescriptors(Error)) === before))\n'
  const settings = {
    'a function that fails': "Error.prepareStackTrace = () => { called++; throw new Error('no') }",
    'a getter': "Object.defineProperty(Error, 'prepareStackTrace', { get () { called++; return undefined }, configurable: true })",
    'a limit of 0': 'Error.stackTraceLimit = 0',
    'a limit that is a getter': "Object.defineProperty(Error, 'stackTraceLimit', { get () { called++; return 10 }, configurable: true })"
  }
  for (const [title, setting] of Object.entries(settings)) {
    const program = `let called = 0; ${setting}; const before = JSON.stringify(Object.getOwnPropertyDescriptors(Error)); ${told}${APP.trimStart()}`
    const { found, printed, errors } = await run(t, program, { EARSHOT_INITIATOR: 'all' })
    t.match(found.http?.[1], /^byHttp /, title)
    t.match(found.fetch?.[0], /^byFetch /, title)
    // Node itself may ask for them, without the recorder, too: so only what differs counts.
    const { printed: without } = await run(t, program, { EARSHOT_INITIATOR: 'off' })
    t.strictSame([printed, errors], [without, ''], title)
  }
  const frozen = await run(t, `Error.prepareStackTrace = () => { console.log('called') }; Object.freeze(Error)\n${APP.trimStart()}`,
    { EARSHOT_INITIATOR: 'all' })
  t.strictSame(frozen, { found: { fetch: undefined, http: undefined, post: undefined }, printed: '', errors: '' })
})
