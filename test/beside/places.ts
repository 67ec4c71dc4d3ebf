// Programs that use another tool, which changes Node or intercepts requests; and, for each program, the requests that must be recorded.

export interface Place {
  name: string
  files: Record<string, string>
  /** `node` is this Node; other programs come from the installed packages. */
  command: string[]
  /** Method, path, status and `via` of each recorded request; empty if nothing can be recorded. */
  recorded: string[]
}

const ASK = `
  const http = require('node:http')
  const api = process.env.API
  const byHttp = path => new Promise(resolve => http.get(api + path, answer => answer.resume().on('end', () => resolve(answer.statusCode))))
  const byFetch = async path => (await (await fetch(api + path)).text()).length
  const both = async () => { console.log(await byHttp('/http'), await byFetch('/fetch')) }\n`
const BOTH = ['GET /fetch 200', 'GET /http 200']
const TEST = `${ASK}module.exports = both\n`
const TYPED = `const one: number = 1\n${ASK.replace('path =>', '(path: string) =>').replace('async path', 'async (path: string)')}void both()\n`
const node = (name: string, program: string, recorded = BOTH): Place =>
  ({ name, files: { 'app.js': program + ASK + 'module.exports = both()\n' }, command: ['node', 'app.js'], recorded })
/** The same place, with `setup` loaded before the recorder. */
const before = (place: Place, setup: string): Place => ({
  ...place,
  name: `${place.name}, loaded first`,
  files: { 'app.js': `${ASK}both()\n`, 'setup.js': setup },
  command: ['sh', '-c', `NODE_OPTIONS="--require ./setup.js $NODE_OPTIONS" exec '${process.execPath}' app.js`]
})

const SENTRY = "require('@sentry/node').init({ dsn: 'https://a@127.0.0.1:1/1', tracesSampleRate: 1, transport: () => ({ send: async () => ({}), flush: async () => true }) })\n"
const OTEL = `
  const { NodeTracerProvider } = require('@opentelemetry/sdk-trace-node')
  const { registerInstrumentations } = require('@opentelemetry/instrumentation')
  new NodeTracerProvider().register()
  registerInstrumentations({ instrumentations: [
    new (require('@opentelemetry/instrumentation-http').HttpInstrumentation)(), new (require('@opentelemetry/instrumentation-undici').UndiciInstrumentation)()
  ] })\n`
const DATADOG = "require('dd-trace').init({ startupLogs: false, telemetry: { enabled: false }, url: 'http://127.0.0.1:1' })\n"
const LOCKDOWN = "require('ses')\nlockdown({ errorTaming: 'unsafe', consoleTaming: 'unsafe', overrideTaming: 'severe' })\n"

const MSW = `
  const { setupServer } = require('msw/node')
  const msw = require('msw')
  const seen = []
  const server = setupServer(msw.http.get('http://shop.test/mocked', () => msw.HttpResponse.json({ mocked: true })))
  server.events.on('request:start', ({ request }) => seen.push(new URL(request.url).pathname))
  server.listen({ onUnhandledRequest: 'bypass' })
  process.on('exit', () => console.log(seen))
  require('node:http').get('http://shop.test/mocked', answer => answer.resume().on('end', () => console.log('mocked', answer.statusCode)))\n`
const NOCK = `
  const nock = require('nock')
  nock('http://shop.test').get('/mocked').reply(200, { mocked: true })
  require('node:http').get('http://shop.test/mocked', answer => answer.resume().on('end', () => console.log('mocked', answer.statusCode)))\n`
const TIMERS = `
  const clock = require('sinon').useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'Date', 'performance'] })
  process.on('exit', () => { console.log(clock.countTimers(), Date.now()) })\n`

export const PLACES: Place[] = [
  node("Sentry's SDK", SENTRY), before(node("Sentry's SDK", ''), SENTRY),
  node('OpenTelemetry', OTEL), before(node('OpenTelemetry', ''), OTEL),
  node("Datadog's dd-trace", DATADOG), before(node("Datadog's dd-trace", ''), DATADOG),
  node('SES lockdown', LOCKDOWN), before(node('SES lockdown', ''), LOCKDOWN),
  node('msw', MSW, [...BOTH, 'GET /mocked 200 mock']), node('nock', NOCK, [...BOTH, 'GET /mocked 200 mock']),
  node('fake timers of sinon', TIMERS),
  {
    name: 'ts-node/register',
    files: { 'app.ts': TYPED, 'tsconfig.json': '{ "compilerOptions": { "module": "commonjs", "lib": ["es2023", "dom"], "types": [] }, "ts-node": { "transpileOnly": true } }' },
    command: ['node', '-r', 'ts-node/register', 'app.ts'],
    recorded: BOTH
  },
  { name: 'esbuild-register', files: { 'app.ts': TYPED }, command: ['node', '-r', 'esbuild-register', 'app.ts'], recorded: BOTH },
  { name: '--permission', files: { 'app.js': `process.on('exit', code => console.log('exit', code))\n${ASK}both()\n` }, command: ['node', '--experimental-permission', '--allow-fs-read=*', '--no-warnings', 'app.js'], recorded: BOTH },
  { name: 'node:test', files: { 'a.test.js': `${TEST}require('node:test')('both', both)\n` }, command: ['node', '--test'], recorded: BOTH },
  { name: 'mocha', files: { 'test/a.js': `${TEST}describe('it', () => { it('asks', both) })\n` }, command: ['mocha'], recorded: BOTH },
  { name: 'jest', files: { 'a.test.js': `${TEST}test('it', both)\n` }, command: ['jest', '--silent'], recorded: BOTH },
  { name: 'ava', files: { 'test.mjs': 'import test from \'ava\'\nimport both from \'./ask.cjs\'\ntest(\'it\', async t => { await both(); t.pass() })\n', 'ask.cjs': TEST }, command: ['ava'], recorded: BOTH },
  ...['forks', 'threads'].map(pool => ({
    name: `Vitest, ${pool}`,
    files: { 'a.test.mjs': 'import { test } from \'vitest\'\nimport both from \'./ask.cjs\'\ntest(\'it\', both)\n', 'ask.cjs': TEST },
    command: ['vitest', 'run', '--pool', pool, '--silent'],
    recorded: BOTH
  })),
  // Bun and Deno do not read NODE_OPTIONS, and Earshot says that nothing was recorded.
  { name: 'Bun', files: { 'app.cjs': `${ASK}both()\n` }, command: ['bun', 'app.cjs'], recorded: [] },
  { name: 'Deno', files: { 'app.cjs': `${ASK}both()\n` }, command: ['deno', 'run', '--allow-all', 'app.cjs'], recorded: [] }
]
