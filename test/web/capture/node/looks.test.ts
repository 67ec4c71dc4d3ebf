// Compares every function, accessor and prototype that the recorder touches, between a process with the recorder and one without it. The
// tests name each allowed difference.
import t from 'tap'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundled } from './bundle.js'
import { openCollector } from './collector.js'
import { openServers } from './places.js'

interface Seen {
  version: string
  looks: Record<string, unknown[]>
  objects: { request: object, response: { keys: string[] }, stream: { keys: string[] }, fetch: { keys: string[] }[] }
  methods: unknown[]
  listeners: Record<string, string[]>
  stacks: Record<string, string>
}

const [recorder, program = '', walker = ''] = await bundled(t, ...['looks', 'walked'].map(name => fileURLToPath(new URL(`./${name}.ts`, import.meta.url))))
const NODES = process.env.EARSHOT_TEST_NODES?.split(':') ?? [process.execPath]
const servers = await openServers()
t.teardown(() => servers.close())
const collector = await openCollector()
t.teardown(() => collector.close())

/** Each function that is replaced looks like Node's own. */
const CHANGED = [
  'globalThis.Function.prototype.toString: value',
  'globalThis.Symbol(earshot.node): new',
  'http.Agent.prototype.addRequest: value',
  'http.OutgoingMessage.prototype.end: value',
  'http.OutgoingMessage.prototype.flushHeaders: value',
  'http.OutgoingMessage.prototype.write: value',
  // That Node has looked the file up, and the listeners. Node 20 has one of its own for `exit`, later ones do not.
  'module._pathCache.FILE: new',
  'process._events.beforeExit',
  'process._events.exit',
  'process._eventsCount: value'
]

/** Before Node 22.17 and 24.2, no diagnostics channel reports the streams of http2. */
function lacksChannels (version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < 22 || major === 23 || (major === 22 && minor < 17) || (major === 24 && minor < 2)
}

for (const node of NODES) {
  t.test(`${NODES.length > 1 ? `${node}: ` : ''}nothing that an app can reach has changed, except for what is named`, async t => {
    const nothing = join(t.testdir({}), 'nothing.cjs')
    await writeFile(nothing, '')
    const [without, withIt] = [await walkedBy(node, nothing), await walkedBy(node, recorder)]
    t.ok(without.size > 4000, `it walks all: ${without.size}`)
    // As texts, these two functions are their values at the moment: os.freemem[Symbol.toPrimitive].
    const ofRecorder = withIt.told.filter(line => !without.told.includes(line) && !/^os\.(freemem|uptime): text$/.test(line))
    const named = ofRecorder.map(line => line.replace(/_pathCache\..*:/, '_pathCache.FILE:').replace(/(_events\..*): \w+$/, '$1'))
    t.same(named.sort(), lacksChannels(withIt.version) ? [...CHANGED, 'stream.Duplex.prototype.cork: value'].sort() : CHANGED)
  })

  t.test(`${NODES.length > 1 ? `${node}: ` : ''}functions look the same with the recorder`, async t => {
    const [without, withIt] = [await seenBy(node), await seenBy(node, '--require', recorder)]
    for (const [owner, looks] of Object.entries(without.looks)) t.same(withIt.looks[owner], looks, owner)
    t.match(JSON.stringify(without.looks['OutgoingMessage.prototype']), 'function write(chunk, encoding, callback) {', 'it compares texts')
    t.same(withIt.methods, without.methods, 'methods of objects')

    t.same(withIt.objects.request, without.objects.request)
    t.same(withoutKeys(withIt.objects.response, 'push'), without.objects.response, 'a response has one more key, which is not enumerable')
    t.same(withoutKeys(withIt.objects.stream, 'push'), without.objects.stream, 'so has a stream of http2')
    t.same(withIt.objects.fetch.map(one => withoutKeys(one, 'onBodySent', 'onData', 'onResponseData')),
      without.objects.fetch.map(one => withoutKeys(one)), 'a request of undici, which apps cannot get, has more keys')

    const more: Record<string, string[]> = {
      request: ['close'],
      stream: ['close', 'trailers', ...lacksChannels(withIt.version) ? ['response'] : []],
      process: ['exit', 'beforeExit']
    }
    for (const [emitter, counts] of Object.entries(without.listeners)) {
      t.same(withIt.listeners[emitter], counts.map(line => oneMore(line, more[emitter])), `listeners: ${emitter}`)
    }
  })

  t.test(`${NODES.length > 1 ? `${node}: ` : ''}error stacks have one line of the recorder, below that of the native method`, async t => {
    const [without, withIt] = [await seenBy(node), await seenBy(node, '--require', recorder)]
    for (const [what, stack] of Object.entries(without.stacks)) {
      t.match(stack, /^TypeError/, `${what} throws`)
      const lines = withIt.stacks[what]?.split('\n') ?? []
      t.same(lines.filter(line => !line.includes(recorder)).join('\n'), stack, what)
      t.equal(lines.filter(line => line.includes(recorder)).length, what.startsWith('cork') && !lacksChannels(withIt.version) ? 0 : 1, what)
    }
    const file = join(t.testdir({}), 'crash.cjs')
    await writeFile(file, `Error.stackTraceLimit = 50\nrequire('node:http').request('${servers.places.http}').write(null)`)
    const [crash, crashWithIt] = [await crashOf(node, file), await crashOf(node, '--require', recorder, file)]
    t.match(crash, /^node:_http_outgoing:\d+\n[^]*ERR_STREAM_NULL_VALUES/)
    t.equal(crashWithIt.split('\n').filter(line => !line.includes(recorder)).join('\n'), crash, 'Node shows the same place')
  })
}

function withoutKeys<Looks extends { keys: string[] }> (looks: Looks, ...keys: string[]): Looks {
  return { ...looks, keys: looks.keys.filter(key => !keys.includes(key)) }
}

/** Adds one listener to a line such as `close 1`: an event and its number of listeners. */
function oneMore (line: string, events: string[] = []): string {
  const [event = '', count] = line.split(' ')
  return events.includes(event) ? `${event} ${Number(count) + 1}` : line
}

async function walkedBy (node: string, file: string) {
  const { stdout } = await run(node, [walker, file])
  return JSON.parse(stdout) as { version: string, size: number, told: string[] }
}

async function seenBy (node: string, ...options: string[]): Promise<Seen> {
  const { stdout } = await run(node, [...options, program, `${servers.places.http}/c0/echo`, `${servers.places.http2}/c0/echo`])
  return JSON.parse(stdout) as Seen
}

async function crashOf (node: string, ...args: string[]): Promise<string> {
  return await run(node, args).then(() => 'it did not crash', (error: { stderr: string }) => error.stderr)
}

async function run (node: string, args: string[]) {
  const { NODE_OPTIONS, ...own } = process.env
  const env = { ...own, EARSHOT_URL: collector.url, EARSHOT_SESSION: 'node-looks-0001' }
  return await promisify(execFile)(node, args, { env, maxBuffer: 64 * 1024 * 1024 })
}
