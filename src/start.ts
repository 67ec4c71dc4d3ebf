// A start: settings -> Redis -> app -> listen. What was opened is closed by what main.ts does with `closers`, last first.
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.js'
import { readConfig, type Config } from './config.js'
import { startEmbeddedRedis } from './redis/embedded.js'
import { openRedis, type RedisConnections } from './redis/connections.js'

export type Closer = () => Promise<void>

/** Rejects with one line for a person; or as soon as it can once `ending` is aborted, with `closers` as far as it came. */
export async function start (env: NodeJS.ProcessEnv, closers: Closer[], ending: AbortSignal): Promise<FastifyInstance> {
  const config = readConfig(env)
  const report = { error: (_error: Error) => {} }
  const redis = await connect(config, closers, ending, error => report.error(error))
  const app = await buildApp(config, redis)
  ending.throwIfAborted()
  closers.push(() => app.close())
  report.error = error => { app.log.warn({ err: error }, 'Redis') }
  const url = await listen(app, config)
  // For a person, who would not look for it in a line of JSON.
  if (process.stdout.isTTY) process.stdout.write(`\nEarshot is ready: ${url}\n\n`)
  return app
}

async function connect (
  config: Config, closers: Closer[], ending: AbortSignal, onError: (error: Error) => void
): Promise<RedisConnections> {
  let address = config.redis
  if (address === undefined) {
    const server = startEmbeddedRedis(config.dataDir, { onDeath: onError })
    // Also one that is just starting is ended in order.
    closers.push(() => server.then(started => started.close(), () => undefined))
    address = { kind: 'single', url: (await server).path }
    ending.throwIfAborted()
  }
  // There is no log yet.
  const redis = await openRedis(address, onError, { onSilence: line => process.stderr.write(`earshot: ${line}\n`) })
  closers.push(() => redis.close())
  ending.throwIfAborted()
  return redis
}

/** Resolves with the address of the page. */
async function listen (app: FastifyInstance, { host, port, basePath }: Config): Promise<string> {
  const pageAt = (address: string) => `${address}${basePath}/`
  try {
    return pageAt(await app.listen({ host, port, listenTextResolver: address => `Earshot is ready: ${pageAt(address)}` }))
  } catch (error) {
    throw new Error(`Cannot listen on HOST ${host}, PORT ${port}: ${(error as Error).message}`, { cause: error })
  }
}
