// RowLink: a connection that only reads rows of hashes, for who reads many. ioredis opens it, opens it anew, and knows TLS and Sentinels.
// Once it is ready, commands are written and their replies read here. Where anything goes wrong, the connection is given up.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Redis } from 'ioredis'
import { answered, hashReads, readHashes, type Commands } from './commands.js'
import { RowParser, type HashRow } from './row-parser.js'

/** As `readHashes`. */
export type ReadRows = (keys: string[], fields: readonly string[]) => Promise<HashRow[]>

/** As long as any other command may take. */
const MOST_MS = 2000

export interface Rows {
  read: ReadRows
  /** Resolves when rows can be read, or after so long. */
  ready (mostMs: number): Promise<void>
  close (): void
}

/** A Cluster's rows are on many nodes: there ioredis reads them. */
export function rowsOf (commands: Commands): Rows {
  if ('stream' in commands) return new RowLink(commands)
  return { read: (keys, fields) => readHashes(commands, keys, fields), ready: async () => undefined, close: () => undefined }
}

class RowLink implements Rows {
  private readonly redis: Redis
  private line: Line | undefined

  constructor (private readonly commands: Redis) {
    // Its time limit of a socket is for commands that ioredis sends.
    this.redis = commands.duplicate({ socketTimeout: undefined, lazyConnect: true })
    this.redis.on('ready', () => { if (this.redis.status === 'ready') this.line = new Line(this.redis.stream) })
    this.redis.on('close', () => { this.giveUp('Connection is closed.') })
    // Each read tells.
    this.redis.on('error', () => undefined)
    // Where the names come from another server from now on, so must the rows.
    commands.on('close', this.renew)
    this.redis.connect().catch(() => undefined)
  }

  async read (keys: string[], fields: readonly string[]): Promise<HashRow[]> {
    if (keys.length === 0) return []
    return await answered(this.commands, 'hmget', this.ask(keys, fields))
  }

  async ready (mostMs: number): Promise<void> {
    if (this.line) return
    await once(this.redis, 'ready', { signal: AbortSignal.timeout(mostMs) }).catch(() => undefined)
  }

  close (): void {
    this.commands.off('close', this.renew)
    this.redis.disconnect()
    this.giveUp('Connection is closed.')
  }

  private async ask (keys: string[], fields: readonly string[]): Promise<HashRow[]> {
    if (!this.line) throw new Error("Stream isn't writeable: there is no connection for rows")
    const timer = setTimeout(() => {
      this.giveUp('Command timed out')
      this.renew()
    }, MOST_MS)
    try {
      return await this.line.ask(keys, fields)
    } finally {
      clearTimeout(timer)
    }
  }

  private readonly renew = (): void => {
    this.giveUp('Connection is closed.')
    if (this.redis.status === 'ready') this.redis.disconnect(true)
  }

  private giveUp (reason: string): void {
    this.line?.end(new Error(reason))
    this.line = undefined
  }
}

interface Asked {
  rows: HashRow[]
  /** So many replies are still to come, each of so many values. */
  count: number
  width: number
  error: Error | undefined
  resolve: (rows: HashRow[]) => void
  reject: (error: Error) => void
}

/** One life of the connection. Replies come in the order of the commands. */
class Line {
  private readonly asked: Asked[] = []
  private readonly parser = new RowParser(reply => { this.take(reply) })

  constructor (private readonly socket: Socket) {
    // What ioredis would read of it, it would take for replies to its own commands.
    socket.removeAllListeners('data')
    socket.on('data', this.read)
  }

  ask (keys: string[], fields: readonly string[]): Promise<HashRow[]> {
    return new Promise((resolve, reject) => {
      this.asked.push({ rows: [], count: keys.length, width: fields.length, error: undefined, resolve, reject })
      this.socket.write(hashReads(keys, fields).join(''))
    })
  }

  end (error: Error): void {
    this.socket.off('data', this.read)
    for (const { reject } of this.asked.splice(0)) reject(error)
  }

  private readonly read = (chunk: Buffer): void => {
    try {
      this.parser.write(chunk)
    } catch (error) {
      // ioredis sees it end, and opens the next one.
      this.end(new Error('Connection is closed.', { cause: error }))
      this.socket.destroy()
    }
  }

  /** Also where one of them was refused, the others are read. */
  private take (reply: HashRow | Error): void {
    const [asked] = this.asked
    if (!asked) throw new Error('A reply that nobody asked for')
    if (reply instanceof Error) asked.error ??= reply
    else if (reply.length !== asked.width) throw new Error(`A row of ${reply.length} values in place of ${asked.width}`)
    else asked.rows.push(reply)
    if (--asked.count > 0) return
    this.asked.shift()
    if (asked.error) asked.reject(asked.error)
    else asked.resolve(asked.rows)
  }
}
