// The process of a private redis-server. The server must not outlive this process, however this process ends, and must not share its data
// folder with another server.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claimFolder } from './data-lock.js'
import { isInstalled, serverProgram } from './programs.js'

export interface ServerProcess {
  child: ChildProcess
  /** Lets other processes claim the folder; call it once the server answers, or is gone. */
  release: () => Promise<void>
  /** Asks the server to write its data and to end. */
  end: () => void
}

/** flock exits with this code if another process holds the lock. */
export const LOCK_TAKEN = 75
const CONF = fileURLToPath(new URL('../../redis.conf', import.meta.url))

/** Resolves with undefined if another server uses the folder. Throws with one line if redis-server is not installed. */
export async function launch (dir: string, socket: string, settings: string[]): Promise<ServerProcess | undefined> {
  const own = ['--port', '0', '--unixsocket', socket, '--unixsocketperm', '600', '--dir', dir, '--daemonize', 'no']
  const command = [serverProgram(), '-', ...own, ...settings]
  if (isInstalled('setpriv') && isInstalled('flock')) return heldByKernel(command, dir)
  const release = await claimFolder(dir, socket)
  return release && { ...heldByPipe(command), release }
}

// Linux. setpriv: the kernel ends the server when this process ends. flock: the server inherits the lock and holds it as long as it
// lives; flock waits for a server that is just ending.
function heldByKernel (command: string[], dir: string): ServerProcess {
  const lock = ['flock', '--no-fork', '--timeout', '5', '--conflict-exit-code', String(LOCK_TAKEN), join(dir, 'redis.lock')]
  const words = ['--pdeathsig', 'TERM', '--', ...lock, ...command]
  const child = withConf(conf => spawn('setpriv', words, { stdio: [conf, 'pipe', 'pipe'], ...OWN_GROUP }))
  return { child, release: async () => {}, end: () => { child.kill('SIGTERM') } }
}

// The shell's standard input ends with this process. Then `cat`, which reads it, ends, and the server is killed; the shell waits for that.
const UNTIL_INPUT_ENDS = `
"$@" <&3 3<&- &
server=$!
exec 4<&0 3<&-
{ cat <&4; kill -TERM "$server"; } >/dev/null 2>&1 &
exec 4<&-
wait "$server"`

/** macOS, Alpine, and other systems like Unix. */
function heldByPipe (command: string[]): Omit<ServerProcess, 'release'> {
  const words = ['-c', UNTIL_INPUT_ENDS, 'earshot', ...command]
  const child = withConf(conf => spawn('/bin/sh', words, { stdio: ['pipe', 'pipe', 'pipe', conf], ...OWN_GROUP }))
  const end = () => { child.stdin?.destroy() }
  // Otherwise the `cat` that reads this pipe would wait forever, and keep the other pipes open.
  child.once('exit', end)
  child.stdin?.on('error', () => {})
  return { child, end }
}

/** Ctrl-C in the terminal must reach only the service: the service then ends the server. */
const OWN_GROUP = { detached: true }

// The server reads redis.conf from its input, not by its name, so that CONFIG REWRITE cannot overwrite the file.
function withConf (start: (conf: number) => ChildProcess): ChildProcess {
  const conf = openSync(CONF, 'r')
  try {
    return start(conf)
  } finally {
    closeSync(conf)
  }
}

export async function exited ({ child }: Pick<ServerProcess, 'child'>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
