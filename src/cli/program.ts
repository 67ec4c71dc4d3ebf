// The table of commands, and how one is run: to an exit code, with one line on stderr where it is not 0.
import { Command, CommanderError } from 'commander'
import { diffCommand } from './diff.js'
import { ENVIRONMENT_HELP } from './environment.js'
import { exportCommand } from './export.js'
import { EXIT, Failure } from './failure.js'
import { importCommand } from './import.js'
import { mcpCommand } from './mcp.js'
import { pushCommand } from './push.js'
import { recordCommand } from './record.js'
import { replayCommand } from './replay.js'
import { startCommand } from './start.js'
import { VERSION } from './version.js'
import { waitCommand } from './wait.js'
import { watchCommand } from './watch.js'

/** `sample`: what `replay` plays where no file is named. */
export function createProgram (sample?: string): Command {
  const program = new Command('earshot')
    .description('Records the HTTP requests of an app, and shows them live to whoever watches.')
    .version(VERSION, '-V, --version')
    .addHelpText('after', ENVIRONMENT_HELP)
    // So that `record` can leave the options of its program alone.
    .enablePositionalOptions()
  for (const command of [
    startCommand(), recordCommand(), watchCommand(), waitCommand(), exportCommand(), importCommand(), pushCommand(), replayCommand(sample), diffCommand(),
    mcpCommand()
  ]) program.addCommand(command)
  return program
}

/** Resolves with the exit code. */
export async function run (args: string[], program = createProgram()): Promise<number> {
  for (const command of [program, ...program.commands]) command.exitOverride().showHelpAfterError(`(see: ${nameOf(command)} --help)`)
  try {
    // Without a command it is the service that is wanted; who only wants to know what there is reads it above.
    if (args.length === 0) program.outputHelp({ error: true })
    await program.parseAsync(args.length === 0 ? ['start'] : args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    return exitCodeOf(error)
  }
}

function exitCodeOf (error: unknown): number {
  // Commander has said it already: help and the version are no faults.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
  if (!(error instanceof Failure)) throw error
  process.stderr.write(`earshot: ${error.message}\n`)
  return error.exitCode
}

function nameOf (command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}
