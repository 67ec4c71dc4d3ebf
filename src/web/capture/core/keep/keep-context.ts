// The settings that the parts for keeping batches share: for which recorder, how long, and how much.
import type { Carried, Host, Transport } from '../host.js'
import type { Recorder } from '../recorder.js'
import { wallMs } from './clock.js'
import type { KeptBatch } from './kept-batch.js'
import type { Service } from './service.js'

/** About how much a batch takes besides its text. */
const BASE_BYTES = 300

export interface KeepContextOptions {
  readonly recorder: Pick<Recorder, 'isOver'>
  readonly service: Service
  readonly host: Host
  /** Sends to the service, in this session. */
  readonly transportTo: (service: Service) => Transport
  readonly mostBytes: number
  /** False if the device knows that it has no network. */
  isOnline (): boolean
}

export class KeepContext {
  readonly recorder: Pick<Recorder, 'isOver'>
  readonly service: Service
  readonly host: Host
  readonly mostBytes: number
  private readonly owner: string
  private count = 0

  constructor (private readonly options: KeepContextOptions, readonly keepMs: number) {
    this.recorder = options.recorder
    this.service = options.service
    this.host = options.host
    this.mostBytes = options.mostBytes
    // A text that no other recorder has.
    this.owner = options.host.random()
  }

  transportTo (service: Service): Transport {
    return this.options.transportTo(service)
  }

  isOnline (): boolean {
    return this.options.isOnline()
  }

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
