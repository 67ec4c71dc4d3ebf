// How bodies of requests come in: what does not fit is refused before it is read, and large ones go on in turns. A request's hold is made
// and released here alone: when its answer is ready, not when that is read. A client that does not read its answer keeps nobody waiting.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.js'
import { ByteBudget, type Hold } from './budget.js'
import { FULL } from './collect.js'
import { Discarding } from './discarding.js'
import { Lane } from './lane.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of routes that admit bodies. */
    hold: Hold | null
  }
}

/** Between being read and being stored, one large body or some that are not so large: the connection to Redis is everybody's. */
const LANE_BYTES = 8 * 1024 ** 2
/** Redis may need as long once more. */
const PATIENCE_MS = 2000

export class Intake {
  readonly budget: ByteBudget
  private readonly lane = new Lane(LANE_BYTES, PATIENCE_MS)
  private readonly discarding = new Discarding()

  constructor (app: FastifyInstance, mostBytes: number) {
    this.budget = new ByteBudget(mostBytes)
    app.decorateRequest('hold', null)
  }

  /** Of a route that takes bodies. By its answer the last of a request is stored, or it is refused. */
  readonly hooks = {
    onRequest: (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => this.admit(request, reply, done),
    onSend: ({ hold }: FastifyRequest, _reply: FastifyReply, payload: unknown, done: (error: null, payload: unknown) => void): void => {
      hold?.release()
      done(null, payload)
    }
  }

  private admit (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const hold = this.budget.hold()
    if (!hold.announce(Math.min(lengthOf(request), request.routeOptions.bodyLimit))) {
      this.discardRest(request, reply)
      done(new ApiError('unavailable', FULL))
      return
    }
    request.hold = hold
    // Called where the client hangs up: nothing else may be called then.
    reply.raw.once('close', () => hold.release())
    done()
  }

  /** Does the work for a large body in its turn, which lasts until the hold is released: until it is stored. */
  async inTurn<T> (hold: Hold, work: () => Promise<T>): Promise<T> {
    const end = await this.lane.enter(hold.bytes, leave => { hold.onRelease = leave })
    // Work that has begun goes on where the client hangs up meanwhile, and keeps the turn.
    hold.onRelease = undefined
    try {
      return await work()
    } finally {
      if (hold.isReleased) end()
      else hold.onRelease = end
    }
  }

  /**
   * For a reply that comes before the end of the request's body. The connection stays until the body is read, also where it is to be
   * closed: whoever is still sending would see that it was closed, and not the reply.
   */
  discardRest ({ raw }: FastifyRequest, reply: FastifyReply): void {
    if (raw.complete || raw.destroyed) return
    this.discarding.discard(raw)
    if (reply.raw.shouldKeepAlive) return
    reply.raw.shouldKeepAlive = true
    raw.once('end', () => raw.socket.end())
  }
}

/** NaN where the request does not say. */
export function lengthOf ({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? Number.NaN)
}

export function holdOf ({ hold }: FastifyRequest): Hold {
  if (!hold) throw new Error('The route admits no bodies')
  return hold
}
