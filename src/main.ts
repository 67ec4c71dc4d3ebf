// The process: settings -> Redis -> app -> listen, and back in reverse order on SIGTERM or SIGINT. The only process.exit.
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.js'
import { helpText, readConfig, type Config } from './config.js'
import { startEmbeddedRedis } from './redis/embedded.js'
import { openRedis, type RedisConnections } from './redis/connections.js'

type Closer = () => Promise<void>

async function main (): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpText())
    return
  }
  const closers: Closer[] = []
  const closeAll = async () => { for (const close of closers.splice(0).reverse()) await close() }
  try {
    const app = await start(readConfig(process.env), closers)
    closeOnSignal(closeAll, app)
  } catch (error) {
    await closeAll().catch(() => undefined) // what went wrong first is what counts
    process.stderr.write(`earshot: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

async function start (config: Config, closers: Closer[]): Promise<FastifyInstance> {
  const report = { error: (_error: Error) => {} }
  const redis = await connect(config, closers, error => report.error(error))
  const app = await buildApp(config, redis)
  closers.push(() => app.close())
  report.error = error => { app.log.warn({ err: error }, 'Redis') }
  const url = await listen(app, config)
  // For a person, who would not look for it in a line of JSON.
  if (process.stdout.isTTY) process.stdout.write(`\nEarshot is ready: ${url}\n\n`)
  return app
}

async function listen (app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port, listenTextResolver: address => `Earshot is ready: ${address}` })
  } catch (error) {
    throw new Error(`Cannot listen on HOST ${host}, PORT ${port}: ${(error as Error).message}`, { cause: error })
  }
}

async function connect (config: Config, closers: Closer[], onError: (error: Error) => void): Promise<RedisConnections> {
  let address = config.redis
  if (address === undefined) {
    const server = await startEmbeddedRedis(config.dataDir, { onDeath: onError })
    closers.push(() => server.close())
    address = { kind: 'single', url: server.path }
  }
  const redis = await openRedis(address, onError)
  closers.push(() => redis.close())
  return redis
}

// A second signal ends the process at once: somebody does not want to wait. But npm passes on the Ctrl-C that the terminal
// has sent to every process already: what comes in the same moment is the same signal.
const SAME_SIGNAL_MS = 300

function closeOnSignal (closeAll: Closer, app: FastifyInstance): void {
  let closingSince: number | undefined
  const onSignal = (signal: string) => {
    if (closingSince !== undefined) {
      if (performance.now() - closingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    closingSince = performance.now()
    app.log.info(`${signal}: closing`)
    closeAll().then(() => process.exit(0), (error: unknown) => {
      app.log.error({ err: error }, 'could not close in order')
      process.exit(1)
    })
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
}

await main()
