// A batch of pushes as it is kept on the device: the masked text that would have been sent, and a head with facts about it, so that the
// text need not be parsed.

/** The time, by the clock of the device, when it was kept; then what distinguishes it from others of this millisecond. */
export type BatchKey = [atMs: number, n: number, owner: string]

export interface KeptHead {
  /** Batches are sent in this order. */
  key: BatchKey
  /** Where the service is mounted. */
  base: string
  /** Empty if the recorder had no session yet. */
  session: string
  pushes: number
  bytes: number
  /** Until then, a page may still get the service's answer to it, and no other page sends it. */
  busyUntilMs: number
  endMs: number
  /** The service has probably stored it: it was sent when the page was left. */
  isProbablySent: boolean
}

export interface KeptBatch extends KeptHead {
  body: string
}

export interface TakenBatches {
  /** All go to the same session. */
  batches: KeptBatch[]
  /** Another page is sending at the moment. */
  isBusy: boolean
  /** How many pushes were dropped and are not yet reported to the service. */
  dropped: number
}

export type IsWanted = (head: KeptHead) => boolean

/** Where batches are kept. All methods reject if that fails; then nothing has changed. */
export interface KeptBatches {
  add (batch: KeptBatch): Promise<void>
  /**
   * The oldest batches that are wanted, as many as fit into one request. Until `settle` or `release`, at most `BUSY_MS`, other pages
   * get none.
   */
  take (wanted: IsWanted): Promise<TakenBatches>
  remove (keys: BatchKey[]): Promise<void>
  /** Removes the batches that were taken: they were sent. `rest`: the part to send again. `told`: how many dropped pushes were reported. */
  settle (keys: BatchKey[], told: number, rest?: KeptBatch): Promise<void>
  /** Returns the batches that were taken, because they could not be sent. */
  release (): Promise<void>
  /** The page that waited for the answer got none: other pages may send the batch. */
  free (head: KeptHead): Promise<void>
  /** Removes what is too old, and the oldest above `mostBytes`. Resolves with how many pushes were dropped. */
  tidy (mostBytes: number): Promise<number>
  /** Releases the batches that this page holds, because the page is left; synchronously. */
  leave (): void
}

export const BUSY_MS = 25_000
const MAX_BATCHES = 5000
const MAX_PUSHES = 400
const MAX_BYTES = 1024 * 1024

/** The first of these that are wanted and fit into one request. */
export function chosen<Head extends KeptHead> (heads: readonly Head[], wanted: IsWanted): Head[] {
  const found: Head[] = []
  let [pushes, bytes] = [0, 0]
  for (const head of heads) {
    if (!wanted(head)) continue
    pushes += head.pushes
    bytes += head.bytes
    const [first] = found
    if (first && (pushes > MAX_PUSHES || bytes > MAX_BYTES || head.session !== first.session)) break
    found.push(head)
  }
  return found
}

/** The batches that must be removed, and how many pushes are lost with them. Too old batches without a session are not lost. */
export function outdated (heads: readonly KeptHead[], mostBytes: number, nowMs: number): { keys: BatchKey[], lost: number } {
  let bytes = heads.reduce((sum, head) => sum + head.bytes, 0)
  const keys: BatchKey[] = []
  let lost = 0
  heads.forEach((head, n) => {
    const isOld = head.endMs <= nowMs
    if (!isOld && bytes <= mostBytes && heads.length - n <= MAX_BATCHES) return
    keys.push(head.key)
    bytes -= head.bytes
    if (!head.isProbablySent && !(isOld && head.session === '')) lost += head.pushes
  })
  return { keys, lost }
}
