// The process: listens to signals, starts (start.ts), and on SIGTERM or SIGINT closes what was opened, last first. The only
// process.exit. Nothing is imported here that takes time to load: where Node is process 1, the kernel drops a signal that nobody
// listens to yet.
import type { FastifyBaseLogger } from 'fastify'
import { complaintOfNode } from './node-version.js'
import type { Closer } from './start.js'

// A second signal ends the process at once: somebody does not want to wait. But npm passes on the Ctrl-C that the terminal
// has sent to every process already: what comes in the same moment is the same signal.
const SAME_SIGNAL_MS = 300

const closers: Closer[] = []
const ending = new AbortController()
let log: FastifyBaseLogger | undefined
let endingSinceMs = 0

process.on('SIGTERM', end).on('SIGINT', end)
await main()

async function main (): Promise<void> {
  const complaint = complaintOfNode()
  if (complaint !== undefined) return fail(complaint)
  if (process.argv.includes('--help')) {
    const { helpText } = await import('./config.js')
    process.stdout.write(helpText())
    return process.exit(0)
  }
  try {
    const { start } = await import('./start.js')
    log = (await start(process.env, closers, ending.signal)).log
  } catch (error) {
    if (ending.signal.aborted) return // end() goes on, and exits
    await closeAll().catch(() => undefined) // what went wrong first is what counts
    fail(error instanceof Error ? error.message : String(error))
  }
}

function fail (reason: string): never {
  process.stderr.write(`earshot: ${reason}\n`)
  process.exit(1)
}

function end (signal: string): void {
  if (ending.signal.aborted) {
    if (performance.now() - endingSinceMs > SAME_SIGNAL_MS) process.exit(1)
    return
  }
  endingSinceMs = performance.now()
  ending.abort()
  log?.info(`${signal}: closing`)
  closeAll().then(() => process.exit(0), (error: unknown) => {
    log?.error({ err: error }, 'could not close in order')
    process.exit(1)
  })
}

async function closeAll (): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}
