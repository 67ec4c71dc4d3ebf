// Runs the suite without the slow files, and runs each property test a limited number of times; with `--all`, runs every file, and each
// property test as often as it specifies. `.ci/run` is between these: it limits property tests, and leaves out only the files of `RARE`.
// With words, it runs the files whose paths contain one of them (`npm test -- store/ codec`). A few processes run at a time, each with some
// files of one folder, so that the files share the loaded service or the started browser. The files are bundled first, which takes two
// seconds. tap's own runner would read TypeScript through hooks that also process every module of every package; this would take longer
// than most of the tests.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import t from 'tap'
import { bundle } from './support/bundle.js'
import { isWhole } from './support/runs.js'

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '4' },
    reporter: { type: 'string', default: process.stdout.isTTY ? 'base' : 'tap' },
    timeout: { type: 'string', default: '240' }
  }
})

/**
 * Slow files: they inject faults for minutes, install packages, start dozens of programs, repeat a case in many ways, or test what fewer
 * people use, such as Clusters, some commands, and parts that the page loads late. `npm run check` runs them, too; `npm test -- page/` runs
 * all files of the page.
 */
const LONG = [
  /test\/chaos\//, /test\/failing/, /test\/fuzz/, /hostile/, /faults/, /backpressure/, /test\/corpus/, /deploy\//,
  /^test\/(main|node-version|package|setup)/, /test\/browser/,
  /cli\/(bounded|commands|diff|export|installed|mcp\/(agents|evaluation|list)|proxy-(heads|recorder|troubles)|record|rules|strict)/,
  /docs\/(operations|recorder|testing)/, /feed\/session-feed-replicas/, /http\/(connections|documents)/, /redis\/(embedded|sentinel)/,
  /routes\/rules-(access|refused)/, /snippets\/bash/, /store\/cluster/,
  /capture\/(browser|mini-program\/keep|rules-xhr|worker)/, /capture\/node\/(cases|children|initiators|loading|messages|register|rules)/,
  /^test\/page\/(apis|compare|copy|initiator|kit|marks|messages)/,
  /^test\/page\/(repeats|rules|saved|screenshots|send|start|totals)/, /page\/bodies\/(large|preview|source|viewers)/,
  /page\/(detail\/(narrow|opening)|filter\/(chips|hint))/, /page\/list\/(clock|following|jumps|old-pending|press|widths)/,
  /page\/page\/(coming-back|every-view|focus|page|serving|shown-only|steps)/, /page\/session\/(light|live|recordings|removal|sources)/
]

/**
 * Slow files that only `npm run check` runs. In other surroundings, or with other looks of the page, they test what other files test,
 * too. Whoever changes what one of them is about runs it: `npm test -- page/list/widths`.
 */
const RARE = [
  // The recorder: every use of XMLHttpRequest under rules, workers that pages start, rules in several tabs, kept requests on another host.
  /capture\/(rules-xhr-uses|browser-(keep-hosted|rules-tabs|workers))/,
  // The page: other widths, colors and languages, hostile texts, focus after each dialog, hidden tabs, devices with little memory.
  /^test\/page\/(apis\/widths|detail\/(hostile|narrow)|filter\/hint|kit\/popover|list\/(following|widths)|rules\/(every-view|two-viewers))/,
  /^test\/page\/(page\/(coming-back|every-view|focus|shown-only|steps)|session\/(light|removal)|start\/phone)/,
  // /docs behind proxies, commands whose service is in trouble, and whether the test of chaos would notice a broken promise.
  /^test\/browser/, /cli\/(bounded|proxy-troubles)/, /chaos\/verdict/
]

/** Each of these files runs in its own process, because it is slow or changes the process that it runs in. */
const ALONE = [/chaos/, /fuzz/, /image/, /installed/, /capture\/(browser|rules-xhr)/, /node\/register/, /cli\/commands/, /^test\/[^/]+$/]

/** The processes of these folders are the slowest, so they start first, and none runs alone at the end. */
const MAX_LENGTH = [
  /^test\/chaos/, /^test\/(main|failing)/, /^test\/cli/, /^test\/web\/capture/, /^test\/page/, /^test\/deploy/, /^test\/fuzz/,
  /^test\/routes/, /^test\/docs/
]

const MAX_FILES = 8

const present = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map(file => `test/${file}`).filter(file => file.endsWith('.test.ts'))
const lost = words.find(word => !present.some(file => file.includes(word)))
if (lost !== undefined) throw new Error(`No test file has ${lost} in its path`)
const files = present
  .filter(file => words.length === 0 ? isDue(file) : words.some(word => file.includes(word)))
  .sort((a, b) => turn(a) - turn(b) || (a < b ? -1 : 1))
const groups = grouped(files)

const timeoutMs = Number(values.timeout) * 1000
const bundles = await bundle(groups, timeoutMs)
if (values.reporter !== 'tap') {
  t.pipe(spawn('node_modules/.bin/tap', ['-', `--reporter=${values.reporter}`], { stdio: ['pipe', 'inherit', 'inherit'] }).stdin)
}
t.setTimeout(0)
t.jobs = Number(values.jobs)
t.plan(Object.keys(groups).length)
process.on('exit', () => { if (!t.passing()) process.exitCode = 1 })
// Without it, a file times out after half a minute.
const env = { EARSHOT_TEST_RUNS: values.all ? 'Infinity' : '100', ...process.env, TAP_TIMEOUT: values.timeout }
await Promise.all(Object.entries(groups).map(async ([group, { length }]) => {
  const options = { buffered: true, timeout: timeoutMs * length, env, at: null, stack: '' }
  // Otherwise tap would have each process of a test, including each replica, report its modules: 0.3 s of CPU for each, for no use.
  const words = [`NODE_OPTIONS=${process.env.NODE_OPTIONS ?? ''}`, process.execPath, '--enable-source-maps', bundles(group)]
  await t.spawn('env', words, options, group)
}))

function isDue (file: string): boolean {
  const isIn = (patterns: RegExp[]) => patterns.some(pattern => pattern.test(file))
  return values.all ? isWhole || !isIn(RARE) : !isIn(LONG)
}

/** Returns groups by name: the path of a file that runs alone, or a folder and a number. */
function grouped (files: string[]): Record<string, string[]> {
  const groups: Record<string, string[]> = {}
  const rooms: Record<string, string[]> = {}
  for (const file of files) (rooms[ALONE.some(pattern => pattern.test(file)) ? file : file.split('/', 2).join('/')] ??= []).push(file)
  for (const [room, inside] of Object.entries(rooms)) {
    const count = Math.ceil(inside.length / MAX_FILES)
    inside.forEach((file, n) => (groups[room === file ? file : `${room}/${1 + n % count}-of-${count}`] ??= []).push(file))
  }
  return groups
}

function turn (file: string): number {
  const place = MAX_LENGTH.findIndex(pattern => pattern.test(file))
  return place === -1 ? MAX_LENGTH.length : place
}
