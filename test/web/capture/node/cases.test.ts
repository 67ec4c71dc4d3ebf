// Runs every case in a process with the recorder and in a process without it: the app and the servers see the same, the output and the exit
// code are the same, and each request is recorded once, from its start to its end. Runs on this Node, or on those in EARSHOT_TEST_NODES,
// separated by colons.
import t, { type Test } from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { bundled } from './bundle.js'
import type { Case, Expected } from './case.js'
import { CASES } from './cases.js'
import { openCollector, type Pushed } from './collector.js'
import { openServers, type Servers } from './places.js'

const [recorder, program = ''] = await bundled(t, fileURLToPath(new URL('./run-cases.ts', import.meta.url)))
const NODES = process.env.EARSHOT_TEST_NODES?.split(':') ?? [process.execPath]

interface Ran { code: number | null, printed: string, errors: string, seen: unknown[] }

for (const node of NODES) {
  t.test(`${NODES.length > 1 ? `${node}: ` : ''}the recorder changes nothing`, async t => {
    const servers = await openServers()
    t.teardown(() => servers.close())
    const collector = await openCollector()
    t.teardown(() => collector.close())
    const run = (cases: Case[], with_: boolean) => runCases(node, cases, servers, with_ ? collector.url : undefined)

    await t.test('cases that share a process', async t => {
      const cases = CASES.filter(one => !one.alone)
      const without = await run(cases, false)
      collector.forget()
      const withIt = await run(cases, true)
      for (const one of cases) {
        await t.test(one.title, async t => {
          const of = (ran: Ran) =>
            ran.printed.split('\n').find(line => line.startsWith(JSON.stringify({ title: one.title }).slice(0, -1))) ?? 'nothing'
          t.not(of(without), 'nothing', 'it ran')
          t.notMatch(of(without), /"threw"/, 'it finished')
          t.same(of(withIt), of(without), 'the app saw the same')
          t.same(seenBy(one, withIt), seenBy(one, without), 'the servers saw the same')
          checkEntries(t, one, collector.pushes())
        })
      }
      t.same({ code: withIt.code, errors: withIt.errors }, { code: without.code, errors: without.errors })
      t.equal(collector.pushes().length, cases.flatMap(one => one.entries).length, 'nothing else was recorded')
    })

    for (const one of CASES.filter(one => one.alone)) {
      await t.test(one.title, async t => {
        const without = await run([one], false)
        collector.forget()
        const withIt = await run([one], true)
        t.same(withIt, without)
        checkEntries(t, one, collector.pushes())
      })
    }
  })
}

async function runCases (node: string, cases: Case[], servers: Servers, recordTo: string | undefined): Promise<Ran> {
  servers.forget()
  const args = [
    ...recordTo === undefined ? [] : ['--require', recorder], program, JSON.stringify(cases.map(({ title }) => title)),
    JSON.stringify(servers.places)
  ]
  const { NODE_OPTIONS, ...env } = process.env
  const child = spawn(node, args,
    { env: { ...env, EARSHOT_URL: recordTo, EARSHOT_SESSION: 'node-cases-0001' }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [printed, errors, [code]] = await Promise.all([
    text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null]>
  ])
  return { code, printed: portless(printed), errors: portless(errors), seen: servers.seen('/') }
}

function portless (text: string): string {
  return text.replace(/(port: |[Pp]ort\D{0,3}|:|bytes(?:Written|Read): )\d{3,5}\b/g, '$1N')
}

// Replaces the boundaries of multipart forms.
function boundless (text: string): string {
  return text.replace(/formdata-undici-\d+/g, 'BOUNDARY')
}

function seenBy (one: Case, { seen }: Ran): unknown[] {
  const place = `/c${CASES.indexOf(one)}/`
  const texts = (seen as { url: string }[]).filter(({ url }) => url.startsWith(place)).map(request => boundless(JSON.stringify(request)))
  const own = texts.map(text => JSON.parse(text) as { connection?: number })
  return one.connections ? own : own.map(({ connection, ...rest }) => rest)
}

function checkEntries (t: Test, one: Case, pushes: Pushed[][]): void {
  const own = pushes.filter(([first]) => new RegExp(`\\bc${CASES.indexOf(one)}\\b`).test(first?.api ?? ''))
  const ended = own.map(all => all.at(-1)!)
  t.same(ended.map(lineOf).sort(), one.entries.map(({ line }) => line).sort(), 'each request was recorded once')
  t.ok(own.every(all => all.filter(push => push.timeConsuming > 0).length === 1), 'each request ended once')
  const left = [...ended]
  for (const expected of one.entries) {
    const n = left.findIndex(push => lineOf(push) === expected.line && holds(push, expected))
    if (n < 0) t.match(left.find(push => lineOf(push) === expected.line), expected, 'bodies, header and note')
    else left.splice(n, 1)
  }
  t.ok(ended.every(({ requestHeader = '' }) => /^[A-Z]+ \S+ HTTP\/(?:1.1|2)\r\n(?:[^\r\n]+: [^\r\n]*\r\n)*\r\n$/.test(requestHeader)),
    'headers are raw')
}

function holds (push: Pushed, { host, request, response, header = '', note }: Expected): boolean {
  return (host === undefined || portless(new URL(push.api).host) === host) && (request === undefined || push.request === request) &&
    (response === undefined || push.response === response) && (push.responseHeader ?? '').includes(header) &&
    (note === undefined ? push.note === undefined || !lineOf(push).endsWith(' 200') : push.note?.includes(note) ?? false)
}

function lineOf ({ method, api, responseHeader = '' }: Pushed): string {
  const status = /^HTTP\/(?:1.1|2) (\d+)/.exec(responseHeader)?.[1]
  return `${method} ${/\bc\d+(\/\w+|[^?]*)/.exec(api)?.[1] ?? ''} ${status === '0' ? 'failed' : status}`
}
