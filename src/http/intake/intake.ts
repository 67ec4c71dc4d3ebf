// Admits the bodies of requests: a body that does not fit is refused before it is read, and large ones are processed in turns. This
// file makes the reservations of memory, and releases each when the response is ready, even if the client has not read it: so a
// client that does not read delays no other client. The budget itself releases the reservations of bodies that arrive too slowly.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, short } from '../../errors.js'
import { ByteBudget, type Reservation } from './budget.js'
import { FULL } from './collect.js'
import { Discarding } from './discarding.js'
import { Semaphore } from './semaphore.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that accept bodies. */
    reservation: Reservation | null
  }
}

/** Bytes of large bodies that may be between reading and storing at one time: all requests share the connection to Redis. */
const MAX_PROCESSED_BYTES = 8 * 1024 ** 2
/** How long a body may wait for its turn; afterwards, Redis may take the same time again. */
const TURN_TIMEOUT_MS = 2000

export class Intake {
  readonly budget: ByteBudget
  private readonly turns = new Semaphore(MAX_PROCESSED_BYTES, TURN_TIMEOUT_MS)
  private readonly discarding = new Discarding()
  private isClosing = false

  constructor (app: FastifyInstance, mostBytes: number) {
    this.budget = new ByteBudget(mostBytes)
    app.decorateRequest('reservation', null)
    app.addHook('preClose', async () => { this.isClosing = true })
  }

  /** For routes that take bodies. When the response is ready (onSend), the request is stored or refused, and needs its body no more. */
  readonly hooks = {
    onRequest: (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => this.admit(request, reply, done),
    onSend: (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: null, payload: unknown) => void): void => {
      request.reservation?.release()
      this.discardRest(request, reply)
      done(null, payload)
    }
  }

  private admit (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (!/^(?:identity)?$/i.test(encoding)) {
      done(new ApiError('unsupported_media_type', `Content-Encoding: ${short(encoding)} is not supported: send the body uncompressed`))
      return
    }
    const reservation = this.budget.open()
    if (!reservation.announce(Math.min(lengthOf(request), request.routeOptions.bodyLimit))) {
      done(new ApiError('unavailable', FULL))
      return
    }
    request.reservation = reservation
    // If the client hangs up, this event may be the only one: onSend may not be called then.
    reply.raw.once('close', () => reservation.release())
    done()
  }

  /** Does the work for a large body in its turn. The turn lasts until the reservation is released, after the body was stored. */
  async inTurn<T> (reservation: Reservation, work: () => Promise<T>): Promise<T> {
    const end = await this.turns.acquire(reservation.bytes, leave => { reservation.onRelease = leave })
    // Work that has begun goes on if the client hangs up, and keeps its turn.
    reservation.onRelease = undefined
    try {
      return await work()
    } finally {
      if (reservation.isReleased) end()
      else reservation.onRelease = end
    }
  }

  /**
   * For a response before the end of the request's body. The connection stays open until the body is read, even if it will be closed then:
   * otherwise, a client that is still sending would see only the close, and not the response. Fastify would close it at once if it does
   * not parse the body, because more of it may come.
   */
  private discardRest ({ raw }: FastifyRequest, reply: FastifyReply): void {
    if (raw.complete || raw.destroyed) return
    this.discarding.discard(raw)
    reply.removeHeader('connection')
    if (reply.raw.shouldKeepAlive && !this.isClosing) return
    reply.raw.shouldKeepAlive = true
    raw.once('end', () => raw.socket.end())
  }
}

/** NaN if the request has no content-length. */
export function lengthOf ({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? Number.NaN)
}

export function reservationOf ({ reservation }: FastifyRequest): Reservation {
  if (!reservation) throw new Error('The route accepts no bodies')
  return reservation
}
