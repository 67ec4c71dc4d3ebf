// Limits how many bytes of request bodies a replica holds at one time (MAX_INFLIGHT_BYTES, docs/operations.md). One eighth is reserved for
// small bodies. @fastify/under-pressure is not used: it measures the whole process, and refuses all requests under load, including small
// ones.
import { ApiError } from '../../errors.js'

/** A body above this size counts as large, and is not parsed on the event loop. */
export const SMALL_BODY_BYTES = 256 * 1024

const LARGE_SHARE = 7 / 8
const GRACE_MS = 2000
/** Almost 8 MB in the two minutes that a request may take. */
const MIN_BYTES_PER_MS = 64
const SLOW = 'The body arrived too slowly while other requests waited; try again'

export class ByteBudget {
  private small = 0
  private large = 0
  private readonly incoming = new Set<Reservation>()
  private readonly largeMost: number

  constructor (private readonly most: number) {
    this.largeMost = most * LARGE_SHARE
  }

  get reservedBytes (): number {
    return this.small + this.large
  }

  /** A new reservation for a request, with no bytes yet. It must be released. */
  open (): Reservation {
    return new Reservation(this)
  }

  /** Sets the size of the reservation; false if the budget has no room for it. If it does not fit, slow bodies are ended first. */
  resize (reservation: Reservation, bytes: number): boolean {
    if (!this.fits(reservation, bytes)) {
      this.endSlow()
      if (reservation.isReleased || !this.fits(reservation, bytes)) return false
    }
    this.take(reservation, -1)
    reservation.bytes = bytes
    this.take(reservation, 1)
    return true
  }

  release (reservation: Reservation): void {
    this.take(reservation, -1)
    reservation.bytes = 0
    this.incoming.delete(reservation)
  }

  /** Call it for a body that is still arriving, and again when it is complete. */
  note (reservation: Reservation, isIncoming: boolean): void {
    if (isIncoming) this.incoming.add(reservation)
    else this.incoming.delete(reservation)
  }

  // A single large body always fits: so every body within BODY_LIMIT can be stored, even with a small budget.
  private fits (reservation: Reservation, bytes: number): boolean {
    const small = this.small - (reservation.isLarge ? 0 : reservation.bytes)
    const large = this.large - (reservation.isLarge ? reservation.bytes : 0)
    // One large body may exceed its share: small ones still get theirs.
    if (bytes <= SMALL_BODY_BYTES) return small + Math.min(large, this.largeMost) + bytes <= this.most
    return large === 0 || (large + bytes <= this.largeMost && small + large + bytes <= this.most)
  }

  private take (reservation: Reservation, sign: 1 | -1): void {
    if (reservation.isLarge) this.large += sign * reservation.bytes
    else this.small += sign * reservation.bytes
  }

  // Called only when another request would be refused: while there is room, slow bodies are accepted.
  private endSlow (): void {
    const nowMs = performance.now()
    for (const reservation of this.incoming) {
      if (!reservation.checkSpeed(nowMs)) reservation.end(new ApiError('unavailable', SLOW))
    }
  }
}

/** The part of the budget that one request has. */
export class Reservation {
  /** The bytes that are reserved now. */
  bytes = 0
  /** Called once if the request must end before its body is complete; set by the code that reads the body. */
  onEnd: ((error: ApiError) => void) | undefined
  /** Called once at the release; set by code that keeps something else for the request. */
  onRelease: (() => void) | undefined
  isReleased = false
  private received = 0
  private checkedMs = performance.now()
  private checkedBytes = 0

  constructor (private readonly budget: ByteBudget) {}

  get isLarge (): boolean {
    return this.bytes > SMALL_BODY_BYTES
  }

  /** Call it before the body is read. A small body counts only when it arrives: most arrive together with their head. */
  announce (bytes: number): boolean {
    const isLarge = bytes > SMALL_BODY_BYTES
    const fits = this.budget.resize(this, isLarge ? bytes : 0)
    if (isLarge && fits) this.budget.note(this, true)
    return fits
  }

  /** Call it for each chunk; `isLast`: the body is complete. */
  receive (bytes: number, isLast: boolean): boolean {
    if (this.isReleased) return false // the request was ended: later chunks are not kept
    this.received += bytes
    // A small body in one piece never counts as incoming.
    if (!isLast || this.received > bytes) this.budget.note(this, !isLast)
    return this.received <= this.bytes || this.budget.resize(this, this.received)
  }

  /** Returns false if too few bytes came since the last check. If that was less than GRACE_MS ago, it is true, and measures on. */
  checkSpeed (nowMs: number): boolean {
    const elapsedMs = nowMs - this.checkedMs
    if (elapsedMs < GRACE_MS) return true
    const isFastEnough = this.received - this.checkedBytes >= elapsedMs * MIN_BYTES_PER_MS
    this.checkedMs = nowMs
    this.checkedBytes = this.received
    return isFastEnough
  }

  end (error: ApiError): void {
    this.release()
    this.onEnd?.(error)
    this.onEnd = undefined
  }

  /** May be called more than once. */
  release (): void {
    this.isReleased = true
    this.budget.release(this)
    this.onRelease?.()
    this.onRelease = undefined
  }
}
