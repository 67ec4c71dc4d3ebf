// The process of a private redis-server, which must not outlive this one, however this one dies, nor share its folder with another.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claimFolder } from './data-lock.js'
import { isInstalled, serverProgram } from './programs.js'

export interface ServerProcess {
  child: ChildProcess
  /** Lets others look at the folder; to be called once the server answers, or is gone. */
  release: () => Promise<void>
  /** Asks it to write everything and to end. */
  end: () => void
}

/** With this code flock ends where another holds the lock. */
export const LOCK_TAKEN = 75
const CONF = fileURLToPath(new URL('../../redis.conf', import.meta.url))

/** undefined: another server uses the folder. Throws with one line where there is no redis-server. */
export async function launch (dir: string, socket: string, settings: string[]): Promise<ServerProcess | undefined> {
  const own = ['--port', '0', '--unixsocket', socket, '--unixsocketperm', '600', '--dir', dir, '--daemonize', 'no']
  const command = [serverProgram(), '-', ...own, ...settings]
  if (isInstalled('setpriv') && isInstalled('flock')) return heldByKernel(command, dir)
  const release = await claimFolder(dir, socket)
  return release && { ...heldByPipe(command), release }
}

// Linux. setpriv: the kernel ends the server with this process. flock: the server inherits the lock and holds it as long as it lives. A
// server that is just ending is waited for.
function heldByKernel (command: string[], dir: string): ServerProcess {
  const lock = ['flock', '--no-fork', '--timeout', '5', '--conflict-exit-code', String(LOCK_TAKEN), join(dir, 'redis.lock')]
  const words = ['--pdeathsig', 'TERM', '--', ...lock, ...command]
  const child = withConf(conf => spawn('setpriv', words, { stdio: [conf, 'pipe', 'pipe'], ...OWN_GROUP }))
  return { child, release: async () => {}, end: () => { child.kill('SIGTERM') } }
}

// The shell's standard input ends with this process. What reads it then ends the server, and the shell with it, which waits for the server.
const UNTIL_INPUT_ENDS = `
"$@" <&3 3<&- &
server=$!
exec 4<&0 3<&-
{ cat <&4; kill -TERM "$server"; } >/dev/null 2>&1 &
exec 4<&-
wait "$server"`

/** macOS, Alpine, and whatever else is like Unix. */
function heldByPipe (command: string[]): Omit<ServerProcess, 'release'> {
  const words = ['-c', UNTIL_INPUT_ENDS, 'earshot', ...command]
  const child = withConf(conf => spawn('/bin/sh', words, { stdio: ['pipe', 'pipe', 'pipe', conf], ...OWN_GROUP }))
  const end = () => { child.stdin?.destroy() }
  // Who reads it would wait for ever, and hold the other pipes.
  child.once('exit', end)
  child.stdin?.on('error', () => {})
  return { child, end }
}

/** Ctrl-C in the terminal must reach the service first, which then ends the server. */
const OWN_GROUP = { detached: true }

// The server reads it as its input, not by its name, so that CONFIG REWRITE cannot overwrite it.
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
