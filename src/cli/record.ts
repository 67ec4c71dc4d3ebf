// earshot record: runs a program with the recorder preloaded into it and its child processes. The program does not notice: its input,
// output, signals and exit code stay the same; messages of this command go to stderr.
import { Command } from 'commander'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { counted } from '../text/count.js'
import { visible } from '../text/visible.js'
import { environmentWith, nodeOptionsWith } from './environment.js'
import { usageFailure } from './failure.js'
import { maskOption, urlOption } from './options.js'
import { Collector, type RecordFigures } from './record/collector.js'
import { rulesAtStart } from './record/kept-rules.js'
import { runToEnd } from './record/program.js'
import { Service } from './service.js'
import { newSession, readSession } from './session-id.js'

interface Options { url: string, session?: string, source?: string, mask?: string, rules?: true | string, all?: boolean, json?: boolean }

/** Its path is relative to the built commands: it is built only there. */
const RECORDER = fileURLToPath(new URL('../web/earshot-node.cjs', import.meta.url))

export function recordCommand (): Command {
  return new Command('record')
    .description('Run a Node program and record its requests, without changing the program.')
    .argument('<command...>', 'the program with its arguments, after --')
    .option('-s, --session <id>', 'session to record to; a new one if not given')
    .option('--source <name>', 'name of the program in the list of requests')
    .addOption(maskOption())
    .option('--rules [hosts]',
      'opt in to rules: viewers may answer, change or delay its requests, or make them fail; if hosts are given, only requests to these')
    .option('--all', 'record package managers (npm, pnpm, yarn), too')
    .option('--json', 'for machines: on stderr, a line of JSON with the session and its URL; at the end, a line with what was recorded')
    .addOption(urlOption())
    .passThroughOptions()
    .addHelpText('after', `
It records http, https, http2, fetch, undici and WebSockets in each Node process and worker of the command, even if the process is killed.
A process that the program starts with an environment of its own, without NODE_OPTIONS and EARSHOT_*, is not recorded. The exit code is that
of the program, even if a signal ends it. It is 3 if the service does not answer or refuses pushes; then the program does not run. If the
process that started earshot record ends, the program is ended, too.

Examples:
  $ earshot record -- npm test
  $ earshot record --session my-test-session -- node app.js --port 8080
  $ earshot record --rules='api.example.com,*.test' -- node app.js
`)
    .action(record)
}

async function record (
  [command = '', ...args]: string[], { url, session: given, source, mask, rules, all = false, json = false }: Options, self: Command
): Promise<void> {
  if (typeof rules === 'string') checkHosts(rules, command, self.parent?.args ?? [])
  const session = given === undefined ? newSession() : readSession(given)
  const service = new Service(url)
  await service.checkPush(session)
  const page = service.page(session)
  process.stderr.write(json ? `${JSON.stringify({ session, page })}\n` : `Recording: ${page}\n`)
  const collector = await Collector.open({ url: service.url, session, token: service.token })
  const kept = rules === undefined ? undefined : await rulesAtStart(service, session)
  const env = environmentWith({
    NODE_OPTIONS: nodeOptionsWith(`--require=${JSON.stringify(RECORDER)}`),
    EARSHOT_URL: service.url,
    EARSHOT_SESSION: session,
    EARSHOT_RECORD: JSON.stringify({ folder: collector.folder, reader: process.pid, all, rules: kept }),
    ...source !== undefined && { EARSHOT_SOURCE: source },
    ...mask !== undefined && { EARSHOT_MASK: mask },
    ...rules !== undefined && { EARSHOT_RULES: rules === true ? 'on' : rules }
  })
  let isRun = false
  try {
    process.exitCode = await runToEnd(command, [...permissionOptions(command, args, collector.folder), ...args], env)
    isRun = true
  } finally {
    const figures = await collector.close()
    const sentence = () => sentenceOf(figures, { page, command: all ? '' : command, hasRecorded: collector.hasRecorded })
    if (isRun) process.stderr.write(`${json ? JSON.stringify(figures) : sentence()}\n`)
  }
}

/** A host with a dot, a port or brackets, localhost, or a pattern; not a path. */
const HOST_PATTERN = /^(?:\*|localhost|[^/\\]*[.:][^/\\]*)$/i

/**
 * Throws a Failure if the value of `--rules` is probably the program: `--rules npm test`. A host without a dot, as containers have, is
 * accepted in `--rules=api`, and if the program is given after `--`. `given`: the command line.
 */
function checkHosts (hosts: string, command: string, given: readonly string[]): void {
  const at = given.indexOf('--rules')
  if (at < 0 || given[at + 2] !== command) return
  const other = hosts.split(/[\s,]+/).find(host => host !== '' && !HOST_PATTERN.test(host))
  if (other !== undefined) {
    throw usageFailure(`--rules ${hosts}: "${other}" is not a host. Write -- before the program: --rules -- ${hosts} ${command}`)
  }
}

/**
 * Options for a Node that may only read and write the files that its options name: it reads the recorder, and writes what is recorded into
 * the folder. Not in NODE_OPTIONS, because the other programs would not accept them.
 */
function permissionOptions (command: string, args: string[], folder: string): string[] {
  const script = args.findIndex(arg => !arg.startsWith('-'))
  const options = args.slice(0, script < 0 ? undefined : script)
  if (!/^node(?:\.exe)?$/i.test(basename(command)) || !options.some(option => /^--(?:experimental-)?permission$/.test(option))) return []
  return [`--allow-fs-read=${RECORDER}`, `--allow-fs-write=${folder}/*`]
}

const PACKAGE_MANAGER = /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg)(?:\.cmd|\.exe)?$/i

interface Run { page: string, command: string, hasRecorded: boolean }

function sentenceOf ({ requests, errors, lost, reason }: RecordFigures, { page, command, hasRecorded }: Run): string {
  if (requests === 0) {
    const name = basename(command)
    const advice = PACKAGE_MANAGER.test(name) ? ` Requests of ${name} itself are recorded only with --all.` : ''
    const none = hasRecorded
      ? 'No requests were recorded. The program sent none, or sent them in a way that cannot be recorded: see earshot record --help.'
      : 'No requests were recorded. The program sent none, or it is not a Node program. For other programs, use earshot proxy.'
    return none + advice
  }
  const figures = [
    counted(requests, 'request'),
    counted(errors, 'error'),
    ...lost > 0 ? [`${counted(lost, 'push', 'pushes')} not delivered${reason === undefined ? '' : ` (${visible(reason)})`}`] : []
  ]
  return `${figures.join(', ')}: ${page}`
}
