// Starts the service: settings -> Redis -> app -> listen. Each step that opens something adds a function that closes it to `closers`;
// main.ts calls these functions in reverse order.
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.js'
import { readConfig, type Config } from './config.js'
import { greeting } from './greeting.js'
import type { LogStream } from './http/logging.js'
import { startEmbeddedRedis } from './redis/embedded.js'
import { openRedis, type RedisConnections } from './redis/connections.js'

export type Closer = () => Promise<void>

/** Rejects with one line for a person, or soon after `ending` is aborted; `closers` then has the functions of the steps so far. */
export async function start (env: NodeJS.ProcessEnv, closers: Closer[], ending: AbortSignal): Promise<FastifyInstance> {
  const config = readConfig(env)
  const report = { error: (_error: Error) => {} }
  const redis = await connect(config, closers, ending, error => report.error(error))
  // A person at a terminal gets readable lines, programs get JSON.
  const { isTTY } = process.stdout
  const app = await buildApp(config, redis, isTTY ? await readableLog(env) : undefined)
  ending.throwIfAborted()
  closers.push(() => app.close())
  report.error = error => { app.log.warn({ err: error }, 'Redis') }
  const url = await listen(app, config)
  if (isTTY) process.stdout.write(greeting(url, config.host, app.server.address()))
  return app
}

/** Writes synchronously: the last lines before the process ends must not be lost. */
async function readableLog ({ NO_COLOR }: NodeJS.ProcessEnv): Promise<LogStream> {
  const { default: pretty } = await import('pino-pretty')
  const colorize = !NO_COLOR
  return pretty({ sync: true, colorize, singleLine: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' })
}

async function connect (
  config: Config, closers: Closer[], ending: AbortSignal, onError: (error: Error) => void
): Promise<RedisConnections> {
  let address = config.redis
  if (address === undefined) {
    const server = startEmbeddedRedis(config.dataDir, { onDeath: onError })
    // A server that is still starting is closed in order, too.
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
    const { code, message } = error as NodeJS.ErrnoException
    const advice = code === 'EADDRINUSE' ? '. Set PORT to another port, or to 0 for any free one' : ''
    throw new Error(`Cannot listen on HOST ${host}, PORT ${port}: ${message}${advice}`, { cause: error })
  }
}
