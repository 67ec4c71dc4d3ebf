// Reads the bodies of pushes: collects them within the budget, and parses small ones on the event loop, large ones in a thread, in
// turns. It also handles their errors: the response has the envelope of a push.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { replyWithPushError } from '../http/errors.js'
import { collect } from '../http/intake/collect.js'
import type { GrowingBytes } from '../http/intake/growing.js'
import { reservationOf, lengthOf, type Intake } from '../http/intake/intake.js'
import type { BodyKind, BodyResults } from './reader.js'
import type { PushParser } from './push-parser.js'
import type { PushTally } from './tally.js'

export interface PushBodyOptions {
  pushes: PushTally
  intake: Intake
  pushParser: PushParser
  bodyLimitBytes: number
}

type Done<Kind extends BodyKind> = (error: Error | null, body?: BodyResults[Kind]) => void

// Recordings are always parsed in the thread: even a short one may have thousands of entries, and an import need not be as fast as a push.
const SMALL_BYTES: { [kind in BodyKind]?: number } = { har: 0 }

export class PushBodies {
  constructor (private readonly options: PushBodyOptions) {}

  /** Returns a parser for addContentTypeParser. */
  parserOf<Kind extends BodyKind> (kind: Kind) {
    return (request: FastifyRequest, payload: Readable, done: Done<Kind>): void => {
      const { bodyLimitBytes: limitBytes } = this.options
      const expected = { length: lengthOf(request), limitBytes, setting: 'BODY_LIMIT', smallBytes: SMALL_BYTES[kind] }
      collect(payload, expected, reservationOf(request), (error, body) => {
        if (error || !body) done(error)
        else if ('small' in body) this.readSmall(kind, body.small, done)
        else this.readLarge(request, kind, body.large).then(read => done(null, read), done)
      })
    }
  }

  /** An errorHandler. A request that is refused as a whole counts as one push. */
  readonly refuse = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    this.options.pushes.refused[replyWithPushError(error, request, reply)]++
  }

  private readSmall<Kind extends BodyKind> (kind: Kind, body: Buffer, done: Done<Kind>): void {
    this.options.pushes.bodyBytes += body.length
    let read: BodyResults[Kind]
    try {
      read = this.options.pushParser.here(kind, body)
    } catch (error) {
      return done(error as Error)
    }
    done(null, read)
  }

  private readLarge<Kind extends BodyKind> (request: FastifyRequest, kind: Kind, body: GrowingBytes): Promise<BodyResults[Kind]> {
    const { pushes, intake, pushParser } = this.options
    pushes.bodyBytes += body.length
    return intake.inTurn(reservationOf(request), () => pushParser.inThread(kind, body))
  }
}
