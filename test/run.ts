// Runs the suite but for what takes long, and tries each property a few times; with `--all`, all of it, and each property as often as it asks for.
// With words, the files whose paths hold one of them (`npm test -- store/ codec`). A few files at a time, each in a process of its own. They are bundled first, all in two seconds: tap's own runner reads TypeScript through hooks that each module of each package passes, too,
// and that takes longer than most of the tests.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import t from 'tap'
import { bundle } from './support/bundle.js'

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '3' },
    reporter: { type: 'string', default: process.stdout.isTTY ? 'base' : 'tap' },
    timeout: { type: 'string', default: '240' }
  }
})

/** What breaks things for minutes, installs packages, or repeats a case for each way in which it can be met: `npm run check` runs it, too. */
const LONG = [/test\/chaos\//, /deploy\/image/, /cli\/installed/, /test\/package/, /test\/fuzz/, /test\/corpus/, /capture\/browser/]

/** These take longest and begin first, so that no process is alone at the end. */
const LONGEST = [/chaos\/chaos/, /test\/main/, /capture\/browser/, /cli\/(commands|installed)/, /failing/, /deploy\/image/, /fuzz/, /node\/register/, /^test\/page/]

const present = readdirSync('test', { recursive: true, encoding: 'utf8' }).map(file => `test/${file}`).filter(file => file.endsWith('.test.ts'))
const lost = words.find(word => !present.some(file => file.includes(word)))
if (lost !== undefined) throw new Error(`No test file has ${lost} in its path`)
const files = present
  .filter(file => words.length === 0 ? values.all || !LONG.some(pattern => pattern.test(file)) : words.some(word => file.includes(word)))
  .sort((a, b) => turn(a) - turn(b) || (a < b ? -1 : 1))

const bundles = await bundle(files)
if (values.reporter !== 'tap') t.pipe(spawn('node_modules/.bin/tap', ['-', `--reporter=${values.reporter}`], { stdio: ['pipe', 'inherit', 'inherit'] }).stdin)
t.setTimeout(0)
t.jobs = Number(values.jobs)
t.plan(files.length)
process.on('exit', () => { if (!t.passing()) process.exitCode = 1 })
// Without it, a file gives itself half a minute.
const env = { EARSHOT_TEST_RUNS: values.all ? 'Infinity' : '200', ...process.env, TAP_TIMEOUT: values.timeout }
await Promise.all(files.map(async file => {
  const options = { buffered: true, timeout: Number(values.timeout) * 1000, env, at: null, stack: '' }
  // tap would have each process of a test tell which modules it loads, also each replica: 0.3 s of CPU for each, for nobody.
  await t.spawn('env', [`NODE_OPTIONS=${process.env.NODE_OPTIONS ?? ''}`, process.execPath, '--enable-source-maps', bundles(file)], options, file)
}))

function turn (file: string): number {
  const place = LONGEST.findIndex(pattern => pattern.test(file))
  return place === -1 ? LONGEST.length : place
}
