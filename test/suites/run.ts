// Runs the test suites of HTTP clients and mocks in Node without the recorder, under `earshot record`, and with the recorder loaded by
// NODE_OPTIONS. The results must not differ, and no request may stay pending. Run: npm run check:suites -- <folder> [name ...]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import t from 'tap'
import { newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startProcess } from '../support/replica.js'
import { differences, resultsOf, type Results } from './results.js'
import { SUITES, type Suite } from './suites.js'

/** A result counts as different if it differs in all of these runs, each of which follows one without the recorder. */
const RUNS = 3
const MAX_MS = 15 * 60_000

const [, , folder = '', ...names] = process.argv
const suites = SUITES.filter(({ name }) => existsSync(join(folder, name, 'node_modules')) && (names.length === 0 || names.includes(name)))
if (suites.length === 0) {
  console.error(`check:suites: name a folder with installed checkouts of ${SUITES.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
t.setTimeout(24 * 3_600_000)
const redis = await startRedis(t)
const service = await startProcess(t, { REDIS_URL: redis.url, MAX_ENTRIES: '100000' })

interface Way {
  name: string
  by (session: string): { words: string[], env: NodeJS.ProcessEnv }
}

const WITHOUT: Way = { name: 'without the recorder', by: () => ({ words: [], env: {} }) }
const WAYS: Way[] = [
  {
    name: 'under earshot record',
    by: session => ({
      words: [process.execPath, resolve('dist/cli/main.js'), 'record', '--url', service.url, '--session', session, '--'],
      env: {}
    })
  },
  {
    name: 'with NODE_OPTIONS=--require',
    by: session => ({
      words: [],
      env: { NODE_OPTIONS: `--require=${resolve('dist/web/earshot-node.cjs')}`, EARSHOT_URL: service.url, EARSHOT_SESSION: session }
    })
  }
]

for (const suite of suites) {
  await t.test(suite.name, async t => {
    if (suite.prepare) await outputOf(suite, suite.prepare, WITHOUT, '')
    const expected: Results[] = []
    for (const way of WAYS) {
      await t.test(way.name, async t => {
        const session = newSession()
        let differing = new Map<string, string>()
        for (let run = 0; run < RUNS && (run === 0 || differing.size > 0); run++) {
          if (expected.length <= run) expected.push(await resultsIn(suite, WITHOUT, ''))
          const found = differences(await resultsIn(suite, way, session), expected)
          differing = run === 0 ? found : new Map([...found].filter(([name]) => differing.has(name)))
        }
        const tests = Math.max(...expected.map(({ size }) => size))
        t.ok(tests > 1, `${tests} names of tests`)
        t.strictSame([...differing], [], `${tests - differing.size} have the same results`)
        const [recorded, pending] = [await countOf(session), await countOf(session, 'is:pending')]
        t.ok(recorded > 0, `${recorded} requests were recorded, ${pending} are pending`)
        t.equal(pending, 0)
      })
    }
  })
}

async function resultsIn (suite: Suite, way: Way, session: string): Promise<Results> {
  return resultsOf(await outputOf(suite, suite.run, way, session))
}

async function outputOf ({ name }: Suite, command: string, way: Way, session: string): Promise<string> {
  const { words: [program = 'sh', ...words], env } = way.by(session)
  const cwd = resolve(folder, name)
  const path = [dirname(process.execPath), join(cwd, 'node_modules/.bin'), process.env.PATH].join(':')
  const { NODE_OPTIONS, ...own } = process.env
  const child = spawn(program, [...words, ...words.length > 0 ? ['sh'] : [], '-c', command], {
    cwd,
    env: { ...own, PATH: path, CI: 'true', FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', process.env.SHOW ? 'inherit' : 'ignore'],
    timeout: MAX_MS
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => { output += text })
  await once(child, 'close')
  return output
}

async function countOf (session: string, filter = ''): Promise<number> {
  const reply = await fetch(`${service.url}/capture/entries?sessionId=${session}&fields=id&filter=${encodeURIComponent(filter)}`)
  return (await reply.json() as unknown[]).length
}
