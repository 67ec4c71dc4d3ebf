// earshot record: runs a program with the recorder preloaded into it and into what it starts. The program notices nothing: its input, output,
// signals and exit code are its own; all that is said here goes to stderr.
import { Command } from 'commander'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { environmentWith, nodeOptionsWith } from './environment.js'
import { Failure } from './failure.js'
import { urlOption } from './options.js'
import { Service } from './service.js'
import { newSession, readSession } from './session-id.js'

interface Options { url: string, session?: string, source?: string, json?: boolean }

/** Beside the built commands and beside the sources alike. */
const REGISTER = new URL('../web/capture/node/register.js', import.meta.url).href
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

export function recordCommand (): Command {
  return new Command('record')
    .description('Run a Node program and record what it requests, without a change to it.')
    .argument('<command...>', 'the program with its arguments, behind --')
    .option('-s, --session <id>', 'session to record to; a new one if not given')
    .option('--source <name>', 'what the program is called in the list')
    .option('--json', 'for machines: the session and its page as one line of JSON, on stderr')
    .addOption(urlOption())
    .passThroughOptions()
    .addHelpText('after', `
http, https, fetch and undici are recorded, in every Node process that the command starts. The exit code is that of the program, also where
a signal ends it; 3 if the service is away, and then nothing was run.

Examples:
  $ earshot record -- npm test
  $ earshot record --session my-first-sessio -- node app.js --port 8080
`)
    .action(record)
}

async function record ([command = '', ...args]: string[], { url, session: given, source, json }: Options): Promise<void> {
  const session = given === undefined ? newSession() : readSession(given)
  const service = new Service(url)
  const reply = await service.ask('/capture/online', session)
  await reply.body?.cancel()
  const page = service.page(session)
  process.stderr.write(json ? `${JSON.stringify({ session, page })}\n` : `Recording: ${page}\n`)
  const env = environmentWith({
    NODE_OPTIONS: nodeOptionsWith(`--import=${REGISTER}`),
    EARSHOT_URL: service.url,
    EARSHOT_SESSION: session,
    ...source !== undefined && { EARSHOT_SOURCE: source }
  })
  process.exitCode = await runToEnd(spawn(command, args, { stdio: 'inherit', env }), command)
}

/** Resolves with its exit code, as a shell tells it: 128 and the signal's number where one ended it. */
async function runToEnd (child: ChildProcess, command: string): Promise<number> {
  const passOn = (signal: NodeJS.Signals) => {
    // The terminal has sent it to every process already.
    const isTyped = process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGQUIT')
    if (!isTyped) child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, passOn)
  try {
    const [code, signal] = await once(child, 'exit') as [number | null, NodeJS.Signals | null]
    return code ?? 128 + constants.signals[signal ?? 'SIGTERM']
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') throw new Failure(`There is no program ${command}`, 127)
    throw new Failure(`${command} cannot be run: ${(error as Error).message}`, 126)
  } finally {
    for (const signal of SIGNALS) process.off(signal, passOn)
  }
}
