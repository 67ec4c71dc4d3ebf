// Starts the program for `earshot record`, passes signals on to it, and waits for its end. If the parent of this command ends, this
// command ends the program.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { Failure } from '../failure.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const
const PARENT_CHECK_MS = 500
/** How long a program may take to end after SIGTERM. */
const GRACE_MS = 5000

/** Resolves with the program's exit code, as a shell reports it: 128 plus the signal's number if a signal ended it. */
export async function runToEnd (command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env })
  const passOn = (signal: NodeJS.Signals) => {
    // The terminal has already sent the signal to every process.
    const isTyped = process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGQUIT')
    if (!isTyped) child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, passOn)
  const stopChecking = endWithParent(child)
  try {
    const [code, signal] = await once(child, 'exit') as [number | null, NodeJS.Signals | null]
    return code ?? 128 + constants.signals[signal ?? 'SIGTERM']
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Failure(`Command not found: ${command}`, 127)
    throw new Failure(`${command} cannot be run: ${code === 'EACCES' ? 'it is not an executable file' : message}`, 126)
  } finally {
    stopChecking()
    for (const signal of SIGNALS) process.off(signal, passOn)
  }
}

/** Ends the program when this process gets another parent: a killed parent sends no signal. Returns a function that stops the check. */
function endWithParent (child: ChildProcess): () => void {
  const { ppid } = process
  let killing: NodeJS.Timeout | undefined
  const checking = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(checking)
    child.kill('SIGTERM')
    killing = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  }, PARENT_CHECK_MS)
  return () => {
    clearInterval(checking)
    clearTimeout(killing)
  }
}
