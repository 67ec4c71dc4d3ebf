// Loading the recorder with `node --require ./earshot-node.cjs`: every program runs as it does without the recorder, and child processes
// are not recorded unless NODE_OPTIONS loads the recorder.
import t, { type Test } from 'tap'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { bundled } from './bundle.js'
import { openCollector } from './collector.js'
import { openServers } from './places.js'

const [recorder] = await bundled(t)
const servers = await openServers()
t.teardown(() => servers.close())
const collector = await openCollector()
t.teardown(() => collector.close())
const ESBUILD = createRequire(import.meta.url).resolve('esbuild')
const UNDICI = createRequire(import.meta.url).resolve('undici')
const NODES = process.env.EARSHOT_TEST_NODES?.split(':') ?? [process.execPath]
const ask = (path: string) =>
  `require('node:http').get('${servers.places.http}/c0/${path}', answer => answer.resume().on('end', () => console.log('${path}')))\n`
// Does the same as ts-node/register and esbuild-register.
const HOOK = `
  const { transformSync } = require(${JSON.stringify(ESBUILD)})
  require.extensions['.ts'] = (module, file) =>
    module._compile(transformSync(require('node:fs').readFileSync(file, 'utf8'), { loader: 'ts', format: 'cjs' }).code, file)`

t.test('main files with any extension, and ES modules, run unchanged and are recorded', async t => {
  for (const [name, text, ...options] of [
    ['app.js', ask('js')], ['app.es6', ask('es6')], ['app.jsx', ask('jsx')], ['app', ask('none')],
    ['app.ts', `const one: number = 1\n${ask('ts')}`, '--require', './hook.cjs'],
    ['app.mjs', `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n${ask('mjs')}`]
  ] as const) {
    const ran = await run(t, { [name]: text, 'hook.cjs': HOOK }, [...options, name])
    t.same(ran.withIt, ran.without, name)
    t.equal(ran.withIt.stdout, `${name.split('.')[1] ?? 'none'}\n`)
    t.same(ran.recorded, [`/${name.split('.')[1] ?? 'none'}`], name)
  }
})

t.test('execArgv, require.cache, module.children and argv are as without the recorder', async t => {
  const program = `console.log(process.execArgv, Object.keys(require.cache).length, module.children.length, process.argv.length)\n${ask('seen')}`
  for (const more of [[], ['--no-warnings'], ['-r', './other.cjs']]) {
    const ran = await run(t, { 'app.js': program, 'other.cjs': '' }, [...more, 'app.js'])
    t.same(ran.withIt, ran.without)
  }
})

t.test('forks and cluster workers run in any folder, and are recorded only with NODE_OPTIONS', async t => {
  const files = {
    'app.js': `
      const { fork } = require('node:child_process')
      const cluster = require('node:cluster')
      fork('./child.js', { cwd: './elsewhere' }).on('exit', () => {
        cluster.setupPrimary({ exec: './child.js', cwd: './elsewhere' })
        cluster.fork()
      })`,
    'elsewhere/child.js': ask('json') + 'if (process.channel) process.channel.unref()'
  }
  const ran = await run(t, files, ['app.js'])
  t.same(ran.withIt, ran.without)
  t.match(ran.withIt.stdout, 'json')
  t.same(ran.recorded, [])
  const asked = await run(t, files, ['app.js'], { NODE_OPTIONS: `--require ${JSON.stringify(recorder)}` })
  t.same(asked.recorded, ['/json', '/json'])
})

t.test('a worker thread that gets its code as text is recorded', async t => {
  const program = `new (require('node:worker_threads').Worker)(${JSON.stringify(ask('text'))}, { eval: true })`
  const ran = await run(t, { 'app.js': program }, ['app.js'])
  t.same(ran.withIt, ran.without)
  t.same(ran.recorded, ['/text'])
})

t.test('an app with its own version of undici keeps using that, not the one of Node', async t => {
  const program = `
    const { getGlobalDispatcher, Agent, request } = require(${JSON.stringify(UNDICI)})
    console.log(getGlobalDispatcher() instanceof Agent)
    const check = () => console.log(getGlobalDispatcher() instanceof Agent)
    request('${servers.places.http}/c0/json').then(({ body }) => body.dump()).then(check)`
  for (const node of NODES) {
    const ran = await run(t, { 'app.js': program }, ['app.js'], { node })
    t.same(ran.withIt, ran.without)
    t.equal(ran.withIt.stdout, 'true\ntrue\n', node)
    t.same(ran.recorded, ['/json'])
  }
})

t.test('with NODE_DEBUG, an app with its own version of undici prints the same', async t => {
  const program = `
    const { request } = require(${JSON.stringify(UNDICI)})
    request('${servers.places.http}/c0/json').then(({ body }) => body.dump()).then(() => console.log('dumped'))`
  for (const node of NODES) {
    const { without, withIt, recorded } = await run(t, { 'app.js': program }, ['app.js'], { node, NODE_DEBUG: 'fetch' })
    const told = ({ stderr }: { stderr: string }) => stderr.replace(/^FETCH \d+/gm, 'FETCH')
    t.match(told(without), 'FETCH: received response')
    t.equal(told(withIt), told(without), node)
    t.same(recorded, ['/json'])
  }
})

/** Runs Node in a folder with these files, without the recorder and with it. */
async function run (
  t: Test, files: Record<string, string>, args: string[], { node = process.execPath, ...more }: Record<string, string> = {}
) {
  const cwd = t.testdir({})
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    await mkdir(dirname(join(cwd, name)), { recursive: true })
    await writeFile(join(cwd, name), text)
  }
  await copyFile(recorder, join(cwd, basename(recorder)))
  const { NODE_OPTIONS, ...own } = process.env
  const env = { ...own, ...more, EARSHOT_URL: collector.url, EARSHOT_SESSION: 'node-loading-01' }
  const ran = (options: string[]) => promisify(execFile)(node, [...options, ...args], { cwd, env })
  const without = await ran([])
  collector.forget()
  const withIt = await ran(['--require', `./${basename(recorder)}`])
  return { without, withIt, recorded: collector.pushes().map(([first]) => first?.api.replace(/^.*\/c0/, '')) }
}
