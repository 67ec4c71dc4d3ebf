// How many bytes of request bodies a replica holds at one time (MAX_INFLIGHT_BYTES, contract §14). Large bodies leave an eighth
// to small ones. Not @fastify/under-pressure: it looks at the process as a whole and then refuses everybody, the small ones too.
import { ApiError } from '../../errors.js'

/** A larger body is a large one, and is not read on the event loop. */
export const SMALL_BODY_BYTES = 256 * 1024

const LARGE_SHARE = 7 / 8
const GRACE_MS = 2000
/** 8 MB in the two minutes that a request may take. */
const SLOWEST_BYTES_PER_MS = 64

export class ByteBudget {
  private small = 0
  private large = 0
  private readonly incoming = new Set<Hold>()
  private readonly largeMost: number

  constructor (private readonly most: number) {
    this.largeMost = most * LARGE_SHARE
  }

  get heldBytes (): number {
    return this.small + this.large
  }

  /** What a request holds until it releases it: nothing yet. */
  hold (): Hold {
    return new Hold(this)
  }

  /** Whether the hold could be made as large as this. Where it does not fit, bodies that come too slowly make room. */
  resize (hold: Hold, bytes: number): boolean {
    if (!this.fits(hold, bytes)) {
      this.endSlow()
      if (hold.isReleased || !this.fits(hold, bytes)) return false
    }
    this.take(hold, -1)
    hold.bytes = bytes
    this.take(hold, 1)
    return true
  }

  release (hold: Hold): void {
    this.take(hold, -1)
    hold.bytes = 0
    this.incoming.delete(hold)
  }

  /** To be told of a body that is still under way, and of one that is there. */
  note (hold: Hold, isIncoming: boolean): void {
    if (isIncoming) this.incoming.add(hold)
    else this.incoming.delete(hold)
  }

  // One large body alone always fits: what BODY_LIMIT permits can be stored, whatever the budget is.
  private fits (hold: Hold, bytes: number): boolean {
    const small = this.small - (hold.isLarge ? 0 : hold.bytes)
    const large = this.large - (hold.isLarge ? hold.bytes : 0)
    if (bytes <= SMALL_BODY_BYTES) return small + Math.min(large, this.largeMost) + bytes <= this.most
    return large === 0 || (large + bytes <= this.largeMost && small + large + bytes <= this.most)
  }

  private take (hold: Hold, sign: 1 | -1): void {
    if (hold.isLarge) this.large += sign * hold.bytes
    else this.small += sign * hold.bytes
  }

  // Looked at only when somebody else is about to be refused: nobody is hurried while there is room.
  private endSlow (): void {
    const nowMs = performance.now()
    for (const hold of this.incoming) {
      if (hold.isSlow(nowMs)) hold.end(new ApiError('unavailable', 'The body came too slowly while others waited; try again'))
    }
  }
}

/** The part of the budget that one request has. */
export class Hold {
  /** Reserved. */
  bytes = 0
  /** Called once where the request is to end before its body is there; set by who reads the body. */
  onEnd: ((error: ApiError) => void) | undefined
  /** Called once at the release; set by who keeps something else for the request. */
  onRelease: (() => void) | undefined
  isReleased = false
  private received = 0
  private checkedMs = performance.now()
  private checkedBytes = 0

  constructor (private readonly budget: ByteBudget) {}

  get isLarge (): boolean {
    return this.bytes > SMALL_BODY_BYTES
  }

  /** Before the body is read. A small one counts when it is there: most come together with their head. */
  announce (bytes: number): boolean {
    const isLarge = bytes > SMALL_BODY_BYTES
    const fits = this.budget.resize(this, isLarge ? bytes : 0)
    if (isLarge && fits) this.budget.note(this, true)
    return fits
  }

  /** For each chunk; `isLast`: the body is there. */
  receive (bytes: number, isLast: boolean): boolean {
    if (this.isReleased) return false // ended meanwhile: what still comes takes no room
    this.received += bytes
    if (!isLast || this.received > bytes) this.budget.note(this, !isLast)
    return this.received <= this.bytes || this.budget.resize(this, this.received)
  }

  /** Whether too little came since this was asked last. */
  isSlow (nowMs: number): boolean {
    const elapsedMs = nowMs - this.checkedMs
    if (elapsedMs < GRACE_MS) return false
    const isSlow = this.received - this.checkedBytes < elapsedMs * SLOWEST_BYTES_PER_MS
    this.checkedMs = nowMs
    this.checkedBytes = this.received
    return isSlow
  }

  end (error: ApiError): void {
    this.release()
    this.onEnd?.(error)
    this.onEnd = undefined
  }

  /** May be called again. */
  release (): void {
    this.isReleased = true
    this.budget.release(this)
    this.onRelease?.()
    this.onRelease = undefined
  }
}
