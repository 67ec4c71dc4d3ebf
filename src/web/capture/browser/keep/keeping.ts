// The settings that the parts for keeping batches share: for which recorder, how long, and how much.
import type { Carried, Host, Transport } from '../../core/host.js'
import type { Recorder } from '../../core/recorder.js'
import type { Service } from '../service.js'
import { wallMs } from './clock.js'
import type { KeptBatch } from './kept-batch.js'

/** About how much a batch takes besides its text. */
const BASE_BYTES = 300

export class Keeping {
  private count = 0

  /** `owner`: a text that no other recorder has. */
  constructor (
    readonly recorder: Pick<Recorder, 'isOver'>, readonly service: Service, readonly host: Host,
    readonly transportTo: (service: Service) => Transport, readonly keepMs: number, readonly mostBytes: number,
    private readonly owner: string
  ) {}

  batch (body: string, pushes: readonly Carried[]): KeptBatch {
    const { service: { base, session }, owner, keepMs } = this
    const atMs = wallMs()
    return {
      key: [atMs, this.count++, owner],
      base,
      session,
      pushes: pushes.length,
      bytes: BASE_BYTES + body.length,
      busyUntilMs: 0,
      endMs: atMs + keepMs,
      isProbablySent: false,
      body
    }
  }
}
