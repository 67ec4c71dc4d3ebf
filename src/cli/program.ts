// The table of commands, and the code that runs one of them: it returns an exit code, and prints a failure to stderr.
import { Command, CommanderError } from 'commander'
import { visibleLines } from '../text/visible.js'
import { ENVIRONMENT_HELP } from './environment.js'
import { EXIT, Failure } from './failure.js'
import { refuseRepeated } from './options.js'
import { VERSION } from './version.js'

export interface RunOptions {
  /** The file that `replay` plays if none is given. */
  sample?: string
}

/** In the order of the help. Each is loaded only when it is needed: loading all takes a quarter of a second. */
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
  rules: async () => (await import('./rules.js')).rulesCommand(),
  mcp: async () => (await import('./mcp.js')).mcpCommand()
}

/** Resolves with the exit code. */
export async function run (args: string[], options: RunOptions = {}): Promise<number> {
  const [name = '', other = ''] = args
  // Commander would print the whole help, without a word about the mistake.
  if (name === 'help' && /^[a-z]/.test(other) && other !== 'help' && !Object.hasOwn(COMMANDS, other)) return await run([other], options)
  const program = await createProgram(options, namesFor(name))
  for (const command of withSubcommands(program)) {
    command.exitOverride().showHelpAfterError(hintOf(command))
    refuseRepeated(command)
  }
  try {
    // Without a command the service starts. The help is printed first, for people who only want to see the commands.
    // On a terminal, the help would push the service's URL out of sight, so only a hint is printed.
    if (args.length === 0 && process.stdout.isTTY) process.stderr.write('Starting the service. For all commands: earshot --help\n')
    else if (args.length === 0) program.outputHelp({ error: true })
    await program.parseAsync(args.length === 0 ? ['start'] : args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    return exitCodeOf(error)
  }
}

/** The program with the named commands, or with all of them. */
export async function createProgram (options: RunOptions = {}, names = Object.keys(COMMANDS)): Promise<Command> {
  const program = new Command('earshot')
    .description('Records the HTTP requests of an app, and shows them live to everybody who watches. With no command, starts the service.')
    .version(VERSION, '-V, --version')
    .addHelpText('after', ENVIRONMENT_HELP)
    // Needed for `record`, which must not read the options of its program.
    .enablePositionalOptions()
  for (const name of names) {
    const command = await COMMANDS[name]?.(options)
    if (command) program.addCommand(command)
  }
  return program
}

/** The commands that a command line with this first argument needs: help needs all of them, and the version none. */
function namesFor (argument: string): string[] {
  if (/^(-V|--version)$/.test(argument)) return []
  return Object.hasOwn(COMMANDS, argument) ? [argument] : Object.keys(COMMANDS)
}

/** The command and all commands below it. */
function withSubcommands (command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

function exitCodeOf (error: unknown): number {
  // Commander has already printed the message. For help and version it reports 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
  if (!(error instanceof Failure)) throw error
  // The message may contain text of a service or an app, so it is escaped.
  if (error.message) process.stderr.write(`earshot: ${visibleLines(error.message).join('\n')}\n`)
  return error.exitCode
}

/** What follows the message about a wrong command line. */
function hintOf (command: Command): string {
  const name = nameOf(command)
  const usage = command.registeredArguments.length > 0 ? `usage: ${name} ${command.usage()}; ` : ''
  return `(${usage}see: ${name} --help)`
}

function nameOf (command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}
