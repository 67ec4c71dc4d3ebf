// Makes the delivery of a recorder in such a way that it keeps what it cannot send, or may not send yet.
import { isSessionId } from '../../../../schema/session-id.js'
import type { Delivery } from '../delivery.js'
import type { Host, Transport } from '../host.js'
import type { CaptureOptions } from '../options.js'
import type { Report } from '../sender.js'
import { watching } from '../watching.js'
import { Drain } from './drain.js'
import { keepMs } from './keep-time.js'
import { Keeper } from './keeper.js'
import { Keeping, type KeepingOptions } from './keeping.js'
import type { KeptBatches } from './kept-batch.js'
import { MemoryBatches } from './memory-batches.js'
import { Sending } from './sending.js'

export interface KeepOptions extends CaptureOptions {
  keep?: boolean | string | undefined
}

export type Make<Options = KeepOptions> = (options: Options, transport: Transport, report: Report) => Delivery

export interface Kept {
  /** Wraps `make`: the delivery then keeps on the device what it cannot send. */
  over <Options extends KeepOptions>(make: Make<Options>): Make<Options>
  /** Missing if nothing can be kept. */
  send?: (session?: string) => Promise<number>
}

export interface Keep extends KeepingOptions {
  recorder: KeepingOptions['recorder'] & { flush (leaving: boolean): void }
  options: KeepOptions
  /** The storage of the device. */
  device: KeptBatches
  /** Hears when the app or its network is back: then it calls `drain.run()`. */
  hearReturns (keeper: Keeper, drain: Drain): void
}

/** Some devices never answer. */
const PATIENCE_MS = 3000
const { getOwnPropertyDescriptor } = Object

export async function openKeep (keep: Keep): Promise<Kept> {
  const { recorder, service, options, host, device, mostBytes } = keep
  const isAsleep = service.session === ''
  const usual = isAsleep ? '10m' : '1d'
  const known = keepMs(options.keep ?? true, usual)
  if (known === undefined) host.warn?.(`Earshot: "${options.keep}" is no time such as 10m or 1d; what is recorded is kept for ${usual}`)
  const isThere = await works(device, mostBytes, host)
  if (!isThere && !isAsleep) return { over: make => make }
  const batches = isThere ? device : new MemoryBatches()
  const keeping = new Keeping(keep, known ?? keepMs(true, usual) as number)
  const isWatched = options.when === 'watched'
  const drain = new Drain(new Sending(batches, keeping), keeping, !isAsleep && !isWatched)
  const keeper = new Keeper(batches, drain, keeping)
  return {
    over: make => (options, transport, report) => {
      drain.report = (status, reason) => report(drain.isOpen ? status : 'waiting', drain.isOpen ? reason : undefined)
      if (isWatched && !isAsleep) follow(drain, transport, keeping)
      keep.hearReturns(keeper, drain)
      drain.run()
      return withFigures(make({ ...options, when: 'always' }, keeper, drain.report), drain)
    },
    async send (session = service.session) {
      if (!isSessionId(session)) throw new Error(`Earshot: a session is 15 characters, not "${session}"`)
      recorder.flush(false)
      await keeper.settled()
      return await drain.sendTo(session)
    }
  }
}

/** Includes the kept pushes in the figures. */
function withFigures (delivery: Delivery, { figures }: Drain): Delivery {
  for (const name of ['queued', 'sent', 'dropped'] as const) {
    const own = getOwnPropertyDescriptor(Object.getPrototypeOf(delivery) as Delivery, name)
    Object.defineProperty(delivery, name, { get: () => (own?.get?.call(delivery) as number) + figures[name] })
  }
  return delivery
}

/** Whether it can be opened and read. */
async function works (device: KeptBatches, mostBytes: number, host: Host): Promise<boolean> {
  return await new Promise(resolve => {
    const cancel = host.setTimer(() => resolve(false), PATIENCE_MS)
    device.tidy(mostBytes).then(() => resolve(true), () => resolve(false)).finally(cancel)
  })
}

/** Opens the drain while somebody watches the session. */
function follow (drain: Drain, transport: Transport, { recorder, host }: Keeping): void {
  const end = watching(async () => {
    if (recorder.isOver) end()
    return await transport.online?.() ?? false
  }, host, isWatched => {
    if (isWatched === drain.isOpen) return
    drain.isOpen = isWatched
    if (isWatched) drain.run(true)
    else drain.report('waiting')
  })
}
