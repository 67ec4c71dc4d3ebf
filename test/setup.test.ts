// scripts/setup, in a folder of its own with two small packages: it adds the development modules without touching those that a running
// service uses, and two setups do not run at the same time.
import t, { type Test } from 'tap'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from './support/redis.js'

const SCRIPTS = fileURLToPath(new URL('../scripts/', import.meta.url))
const PACKAGE = `{
  "name": "fixture",
  "version": "1.0.0",
  "engines": {
    "node": ">=20.19"
  },
  "dependencies": { "service": "file:service" },
  "devDependencies": { "development": "file:development" }
}`
/** Says that it has begun, and ends when a line is written to the pipe `go`. */
const BUILD = '#!/bin/sh\necho built >> builds\necho building\nread -r line < go\nmkdir dist\ntouch dist/main.js dist/.built\n'
const FAILS = '#!/bin/sh\nexit 1\n'

const folder = await temporaryFolder(t)
await mkdir(join(folder, 'scripts/build'), { recursive: true })
for (const script of ['setup', 'build/node-version']) await cp(join(SCRIPTS, script), join(folder, 'scripts', script))
await writeFile(join(folder, 'scripts/build/all'), BUILD, { mode: 0o755 })
await writeFile(join(folder, 'package.json'), PACKAGE)
for (const name of ['service', 'development']) {
  await mkdir(join(folder, name))
  await writeFile(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
}
for (const file of ['src', 'tsconfig.json', 'vite.config.ts']) await writeFile(join(folder, file), '')
await promisify(execFile)('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], { cwd: folder })
await promisify(execFile)('mkfifo', ['go'], { cwd: folder })

t.test('a second setup waits for the first, and then has nothing left to do', async t => {
  const first = setup(t, 'start')
  await says(first, 'building')
  const second = setup(t, 'start')
  await says(second, 'setup: waiting for another setup in this folder')
  await writeFile(join(folder, 'go'), '\n')
  t.same(await Promise.all([ended(first), ended(second)]), [0, 0])
  t.equal(await readFile(join(folder, 'builds'), 'utf8'), 'built\n')
})

t.test('development modules are added, and no module in use is replaced', async t => {
  const before = await installed()
  t.same([...before.keys()], ['service'])

  t.equal(await ended(setup(t, 'modules')), 0)
  const after = await installed()
  t.equal(after.get('service'), before.get('service'))
  t.ok(after.has('development'))

  const again = setup(t, 'modules', await pathWith(t, { npm: FAILS }))
  t.equal(await ended(again), 0, 'all is there, so npm is not started')
})

t.test('what an interrupted installation leaves is replaced', async t => {
  await rm(join(folder, 'node_modules'), { recursive: true })
  t.equal(await ended(setup(t, 'start')), 0)
  const before = await installed()
  t.equal(await ended(setup(t, 'modules', await pathWith(t, { npm: FAILS }))), 1)
  t.equal(await ended(setup(t, 'modules')), 0)
  t.not((await installed()).get('service'), before.get('service'))
})

t.test('a setup that was killed leaves no lock', async t => {
  await rm(join(folder, 'dist'), { recursive: true })
  const first = setup(t, 'start')
  await says(first, 'building')
  process.kill(-first.pid!, 'SIGKILL')
  const second = setup(t, 'start')
  await says(second, 'building')
  await writeFile(join(folder, 'go'), '\n')
  t.equal(await ended(second), 0)
})

/** Starts setup in a process group of its own. It never installs Redis, because an address is set. */
function setup (t: Test, purpose: string, path = process.env.PATH): ChildProcess {
  const child = spawn('scripts/setup', [purpose], {
    cwd: folder, detached: true, env: { ...process.env, PATH: path, REDIS_URL: 'redis://localhost' }, stdio: ['ignore', 'pipe', 'pipe']
  })
  t.teardown(() => { if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL') })
  return child
}

/** Resolves when the process has written this line; rejects if it ends before. */
async function says ({ stderr }: ChildProcess, line: string): Promise<void> {
  for await (const said of createInterface(stderr!)) if (said === line) return
  throw new Error(`It ended without "${line}"`)
}

async function ended (child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Returns the installed packages, and when each was put there, in ns. */
async function installed (): Promise<Map<string, bigint>> {
  const names = (await readdir(join(folder, 'node_modules'))).filter(name => !name.startsWith('.'))
  return new Map(await Promise.all(names.map(async name => [name, (await lstat(join(folder, 'node_modules', name), { bigint: true })).ctimeNs] as const)))
}

/** Returns a PATH with a folder of these programs before all others. */
async function pathWith (t: Test, programs: Record<string, string>): Promise<string> {
  const first = await temporaryFolder(t)
  for (const [name, program] of Object.entries(programs)) await writeFile(join(first, name), program, { mode: 0o755 })
  return first + delimiter + process.env.PATH!
}
