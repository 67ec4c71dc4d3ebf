// The process: settings -> Redis -> app -> listen, and back in reverse order on SIGTERM or SIGINT. The only process.exit.
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.js'
import { helpText, readConfig, type Config } from './config.js'
import { startEmbeddedRedis } from './store/embedded.js'
import { openRedis, type RedisConnections } from './store/redis.js'

type Closer = () => Promise<void>

async function main (): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(helpText())
    return
  }
  const closers: Closer[] = []
  const closeAll = async () => { for (const close of closers.reverse()) await close() }
  try {
    const app = await start(readConfig(process.env), closers)
    closeOnSignal(closeAll, app)
  } catch (error) {
    await closeAll()
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
  const url = await app.listen({ host: config.host, port: config.port, listenTextResolver: address => `Earshot is ready: ${address}` })
  // For a person, who would not look for it in a line of JSON.
  if (process.stdout.isTTY) process.stdout.write(`\nEarshot is ready: ${url}\n\n`)
  return app
}

async function connect (config: Config, closers: Closer[], onError: (error: Error) => void): Promise<RedisConnections> {
  let address = config.redisUrl
  if (address === undefined) {
    const server = await startEmbeddedRedis(config.dataDir, { onDeath: onError })
    closers.push(() => server.close())
    address = server.path
  }
  const redis = await openRedis(address, onError)
  closers.push(() => redis.close())
  return redis
}

// The second signal ends the process at once: somebody does not want to wait.
function closeOnSignal (closeAll: Closer, app: FastifyInstance): void {
  let closing = false
  const onSignal = (signal: string) => {
    if (closing) process.exit(1)
    closing = true
    app.log.info(`${signal}: closing`)
    closeAll().then(() => process.exit(0), (error: unknown) => {
      app.log.error({ err: error }, 'could not close in order')
      process.exit(1)
    })
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
}

await main()
