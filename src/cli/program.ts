// The table of commands, and how one is run: to an exit code, with one line on stderr where it is not 0.
import { Command, CommanderError } from 'commander'
import { visibleLines } from '../text/visible.js'
import { ENVIRONMENT_HELP } from './environment.js'
import { EXIT, Failure } from './failure.js'
import { VERSION } from './version.js'

export interface RunOptions {
  /** What `replay` plays where no file is named. */
  sample?: string
}

/** In the order of the help. Each is loaded when it is needed: all of them take a quarter of a second. */
const COMMANDS: Record<string, (options: RunOptions) => Promise<Command>> = {
  start: async () => (await import('./start.js')).startCommand(),
  record: async () => (await import('./record.js')).recordCommand(),
  proxy: async () => (await import('./proxy.js')).proxyCommand(),
  watch: async () => (await import('./watch.js')).watchCommand(),
  wait: async () => (await import('./wait.js')).waitCommand(),
  export: async () => (await import('./export.js')).exportCommand(),
  import: async () => (await import('./import.js')).importCommand(),
  push: async () => (await import('./push.js')).pushCommand(),
  replay: async ({ sample }) => (await import('./replay.js')).replayCommand(sample),
  diff: async () => (await import('./diff.js')).diffCommand(),
  mcp: async () => (await import('./mcp.js')).mcpCommand()
}

/** Resolves with the exit code. */
export async function run (args: string[], options: RunOptions = {}): Promise<number> {
  const [name = ''] = args
  const program = await createProgram(options, Object.hasOwn(COMMANDS, name) ? [name] : undefined)
  for (const command of [program, ...program.commands]) command.exitOverride().showHelpAfterError(`(see: ${nameOf(command)} --help)`)
  try {
    // Without a command it is the service that is wanted; who only wants to know what there is reads it above.
    // On a terminal that would push the address out of sight.
    if (args.length === 0 && process.stdout.isTTY) process.stderr.write('Starting the service. What else there is: earshot --help\n')
    else if (args.length === 0) program.outputHelp({ error: true })
    await program.parseAsync(args.length === 0 ? ['start'] : args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    return exitCodeOf(error)
  }
}

/** With these commands only, or with all. */
export async function createProgram (options: RunOptions = {}, names = Object.keys(COMMANDS)): Promise<Command> {
  const program = new Command('earshot')
    .description('Records the HTTP requests of an app, and shows them live to whoever watches.')
    .version(VERSION, '-V, --version')
    .addHelpText('after', ENVIRONMENT_HELP)
    // So that `record` can leave the options of its program alone.
    .enablePositionalOptions()
  for (const name of names) {
    const command = await COMMANDS[name]?.(options)
    if (command) program.addCommand(command)
  }
  return program
}

function exitCodeOf (error: unknown): number {
  // Commander has said it already: help and the version are no faults.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
  if (!(error instanceof Failure)) throw error
  // It may hold what a service said, or an app.
  if (error.message) process.stderr.write(`earshot: ${visibleLines(error.message).join('\n')}\n`)
  return error.exitCode
}

function nameOf (command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}
