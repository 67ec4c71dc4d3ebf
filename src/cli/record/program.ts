// The program that `earshot record` runs: started, passed signals on to, and waited for. It goes when whoever started this command is gone.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { Failure } from '../failure.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const
const LOOK_MS = 500
/** For a program that does something when it is told to end. */
const GRACE_MS = 5000

/** Resolves with its exit code, as a shell tells it: 128 and the signal's number where one ended it. */
export async function runToEnd (command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env })
  const passOn = (signal: NodeJS.Signals) => {
    // The terminal has sent it to every process already.
    const isTyped = process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGQUIT')
    if (!isTyped) child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, passOn)
  const endLooking = endsWithParent(child)
  try {
    const [code, signal] = await once(child, 'exit') as [number | null, NodeJS.Signals | null]
    return code ?? 128 + constants.signals[signal ?? 'SIGTERM']
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') throw new Failure(`There is no program ${command}`, 127)
    throw new Failure(`${command} cannot be run: ${(error as Error).message}`, 126)
  } finally {
    endLooking()
    for (const signal of SIGNALS) process.off(signal, passOn)
  }
}

/** Who is killed tells nobody; but its children get another parent. Returns what ends it. */
function endsWithParent (child: ChildProcess): () => void {
  const { ppid } = process
  let killing: NodeJS.Timeout | undefined
  const looking = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(looking)
    child.kill('SIGTERM')
    killing = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  }, LOOK_MS)
  return () => {
    clearInterval(looking)
    clearTimeout(killing)
  }
}
