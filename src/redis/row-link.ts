// RowLink: a connection that only reads rows of hashes, for callers that read many rows. ioredis opens and reopens the connection, and
// handles TLS and Sentinels. Once the connection is ready, this file writes the commands and reads the replies. An error reply fails only
// its read. After any other error, and after a timeout, the connection is not used again.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Redis } from 'ioredis'
import { replyOf, hashReads, readHashes, type Commands } from './commands.js'
import { RowParser, type HashRow } from './row-parser.js'

/** Like `readHashes`. */
export type ReadRows = (keys: string[], fields: readonly string[]) => Promise<HashRow[]>

/** The time limit of a read, the same as for any other command. */
const MAX_MS = 2000

export interface LinkedRows {
  read: ReadRows
  /** Resolves when rows can be read, or after `mostMs`. */
  ready (mostMs: number): Promise<void>
  close (): void
}

/** A Cluster's rows are on many nodes: there ioredis reads them. */
export function rowsOf (commands: Commands): LinkedRows {
  if ('stream' in commands) return new RowLink(commands)
  return { read: (keys, fields) => readHashes(commands, keys, fields), ready: async () => undefined, close: () => undefined }
}

class RowLink implements LinkedRows {
  private readonly redis: Redis
  private socket: RowSocket | undefined

  constructor (private readonly commands: Redis) {
    // ioredis's time limit of a socket is meant for commands that ioredis itself sends.
    this.redis = commands.duplicate({ socketTimeout: undefined, lazyConnect: true })
    this.redis.on('ready', () => { if (this.redis.status === 'ready') this.socket = new RowSocket(this.redis.stream) })
    this.redis.on('close', () => { this.giveUp('Connection is closed.') })
    // Each read reports its own error.
    this.redis.on('error', () => undefined)
    // If `commands` connects to another server, pages are listed there, so their rows must be read there, too.
    commands.on('close', this.renew)
    this.redis.connect().catch(() => undefined)
  }

  async read (keys: string[], fields: readonly string[]): Promise<HashRow[]> {
    if (keys.length === 0) return []
    return await replyOf(this.commands, 'hmget', this.ask(keys, fields))
  }

  async ready (mostMs: number): Promise<void> {
    if (this.socket) return
    await once(this.redis, 'ready', { signal: AbortSignal.timeout(mostMs) }).catch(() => undefined)
  }

  close (): void {
    this.commands.off('close', this.renew)
    this.redis.disconnect()
    this.giveUp('Connection is closed.')
  }

  private async ask (keys: string[], fields: readonly string[]): Promise<HashRow[]> {
    if (!this.socket) throw new Error("Stream isn't writeable: there is no connection for rows")
    const timer = setTimeout(() => {
      this.giveUp('Command timed out')
      this.renew()
    }, MAX_MS)
    try {
      return await this.socket.ask(keys, fields)
    } finally {
      clearTimeout(timer)
    }
  }

  private readonly renew = (): void => {
    this.giveUp('Connection is closed.')
    if (this.redis.status === 'ready') this.redis.disconnect(true)
  }

  private giveUp (reason: string): void {
    this.socket?.end(new Error(reason))
    this.socket = undefined
  }
}

interface RowsRequest {
  rows: HashRow[]
  /** `count` replies are still to come, each with `width` values. */
  count: number
  width: number
  error: Error | undefined
  resolve: (rows: HashRow[]) => void
  reject: (error: Error) => void
}

/** One connection, from ready to closed. Replies come in the order of the commands. */
class RowSocket {
  private readonly pending: RowsRequest[] = []
  private readonly parser = new RowParser(reply => { this.take(reply) })

  constructor (private readonly socket: Socket) {
    // ioredis would treat this data as replies to its own commands.
    socket.removeAllListeners('data')
    socket.on('data', this.read)
  }

  ask (keys: string[], fields: readonly string[]): Promise<HashRow[]> {
    return new Promise((resolve, reject) => {
      this.pending.push({ rows: [], count: keys.length, width: fields.length, error: undefined, resolve, reject })
      this.socket.write(hashReads(keys, fields).join(''))
    })
  }

  end (error: Error): void {
    this.socket.off('data', this.read)
    for (const { reject } of this.pending.splice(0)) reject(error)
  }

  private readonly read = (chunk: Buffer): void => {
    try {
      this.parser.write(chunk)
    } catch (error) {
      // ioredis notices the end, and opens a new connection.
      this.end(new Error('Connection is closed.', { cause: error }))
      this.socket.destroy()
    }
  }

  /** If one command is refused, the replies to the others are still read. */
  private take (reply: HashRow | Error): void {
    const [pending] = this.pending
    if (!pending) throw new Error('A reply that nobody asked for')
    if (reply instanceof Error) pending.error ??= reply
    else if (reply.length !== pending.width) throw new Error(`A row of ${reply.length} values in place of ${pending.width}`)
    else pending.rows.push(reply)
    if (--pending.count > 0) return
    this.pending.shift()
    if (pending.error) pending.reject(pending.error)
    else pending.resolve(pending.rows)
  }
}
