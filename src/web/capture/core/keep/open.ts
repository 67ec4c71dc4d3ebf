// Makes the delivery of a recorder keep on the device what it cannot send, or may not send yet.
import { isSessionId } from '../../../../schema/session-id.js'
import type { Delivery } from '../delivery.js'
import type { Host, Transport } from '../host.js'
import type { CaptureOptions } from '../options.js'
import type { Report } from '../sender.js'
import { watching } from '../watching.js'
import { Drain } from './drain.js'
import { keepMs } from './keep-time.js'
import { KeepingTransport } from './keeping-transport.js'
import { KeepContext, type KeepContextOptions } from './keep-context.js'
import type { KeptBatches } from './kept-batch.js'
import { MemoryBatches } from './memory-batches.js'
import { Sending } from './sending.js'

export interface KeepOptions extends CaptureOptions {
  keep?: boolean | string | undefined
}

export type Make<Options = KeepOptions> = (options: Options, transport: Transport, report: Report) => Delivery

/** For the code of a platform: what it uses of the parts that keep batches. */
export interface KeepHandle {
  /** Wraps `make`: the delivery then keeps on the device what it cannot send. */
  over <Options extends KeepOptions>(make: Make<Options>): Make<Options>
  /** Missing if nothing can be kept. */
  send?: (session?: string) => Promise<number>
}

/** What a platform gives to the parts that keep batches. */
export interface KeepSetup extends KeepContextOptions {
  recorder: KeepContextOptions['recorder'] & { flush (leaving: boolean): void }
  options: KeepOptions
  /** The storage of the device. */
  device: KeptBatches
  /** Hears when the app or its network is back: then it calls `drain.run()`. */
  onReconnect (keepingTransport: KeepingTransport, drain: Drain): void
}

/** Some devices never answer. */
const TIMEOUT_MS = 3000
const { getOwnPropertyDescriptor } = Object

export async function openKeep (keep: KeepSetup): Promise<KeepHandle> {
  const { recorder, service, options, host, device, mostBytes } = keep
  const hasNoSession = service.session === ''
  const usual = hasNoSession ? '10m' : '1d'
  const known = keepMs(options.keep ?? true, usual)
  if (known === undefined) host.warn?.(`Earshot: "${options.keep}" is not a duration such as 10m or 1d; requests are kept for ${usual}`)
  const isThere = await works(device, mostBytes, host)
  if (!isThere && !hasNoSession) return { over: make => make }
  const batches = isThere ? device : new MemoryBatches()
  const context = new KeepContext(keep, known ?? keepMs(true, usual) as number)
  const isWatched = options.when === 'watched'
  const drain = new Drain(new Sending(batches, context), context, !hasNoSession && !isWatched)
  const keepingTransport = new KeepingTransport(batches, drain, context)
  return {
    over: make => (options, transport, report) => {
      drain.report = (status, reason) => report(drain.isOpen ? status : 'waiting', drain.isOpen ? reason : undefined)
      if (isWatched && !hasNoSession) follow(drain, transport, context)
      keep.onReconnect(keepingTransport, drain)
      drain.run()
      return withFigures(make({ ...options, when: 'always' }, keepingTransport, drain.report), drain)
    },
    async send (session = service.session) {
      if (!isSessionId(session)) throw new Error(`Earshot: "${session}" is not a session id of 15 characters`)
      recorder.flush(false)
      await keepingTransport.settled()
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
    const cancel = host.setTimer(() => resolve(false), TIMEOUT_MS)
    device.tidy(mostBytes).then(() => resolve(true), () => resolve(false)).finally(cancel)
  })
}

/** Opens the drain while somebody watches the session. */
function follow (drain: Drain, transport: Transport, { recorder, host }: KeepContext): void {
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
