// The process: listens to signals, starts the service (start.ts), and on SIGTERM or SIGINT closes everything in reverse order. In the
// service, only this file calls process.exit. Before it listens to signals, it imports nothing that takes time to load: if Node is process
// 1, the kernel drops a signal that has no listener yet.
import type { FastifyBaseLogger } from 'fastify'
import { unsupportedNode } from './node-version.js'
import type { Closer } from './start.js'

// A second signal ends the process at once: the user does not want to wait. But npm forwards the Ctrl-C that the terminal has
// already sent to every process: a signal within this time counts as the same one.
const SAME_SIGNAL_MS = 300

const closers: Closer[] = []
const ending = new AbortController()
let log: FastifyBaseLogger | undefined
let endingSinceMs = 0

process.on('SIGTERM', end).on('SIGINT', end)
await main()

async function main (): Promise<void> {
  const unsupported = unsupportedNode()
  if (unsupported !== undefined) return fail(unsupported)
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
    await closeAll().catch(() => undefined) // only the first error is reported
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
    log?.error({ err: error }, 'could not shut down cleanly')
    process.exit(1)
  })
}

async function closeAll (): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}
