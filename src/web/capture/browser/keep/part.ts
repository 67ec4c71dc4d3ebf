// The part of the recorder that keeps what it cannot send, or may not send yet, on the device. Pages that ask for it load it.
import type { Delivery } from '../../core/delivery.js'
import type { Host, Transport } from '../../core/host.js'
import { limitsOf } from '../../core/options.js'
import type { Recorder } from '../../core/recorder.js'
import type { Report } from '../../core/sender.js'
import { watching } from '../../core/watching.js'
import type { CaptureOptions } from '../capture-options.js'
import { descriptorOf } from '../natives.js'
import type { Service } from '../service.js'
import { DeviceBatches } from './device-batches.js'
import { Drain } from './drain.js'
import { keepMs } from './keep-time.js'
import { Keeper } from './keeper.js'
import { Keeping } from './keeping.js'
import { MemoryBatches } from './memory-batches.js'
import { Sending } from './sending.js'

export type Make = (options: CaptureOptions, transport: Transport, report: Report) => Delivery

export interface Kept {
  /** Makes the delivery in such a way that it keeps. */
  over (make: Make): Make
  /** Missing if nothing can be kept. */
  send?: (session?: string) => Promise<number>
}

export interface KeepPart {
  /** `transportTo`: sends to the service, in this session. */
  open (
    recorder: Recorder, service: Service, options: CaptureOptions, host: Host, transportTo: (service: Service) => Transport
  ): Promise<Kept>
}

/** Some browsers never answer. */
const PATIENCE_MS = 3000

/**
 * A page that was opened before the service was updated loads a newer part. The number in this name changes when an older delivery cannot
 * work with it.
 */
export const keep1: KeepPart = {
  async open (recorder, service, options, host, transportTo) {
    const isAsleep = service.session === ''
    const usual = isAsleep ? '10m' : '1d'
    const known = keepMs(options.keep ?? true, usual)
    if (known === undefined) host.warn?.(`Earshot: "${options.keep}" is no time such as 10m or 1d; what is recorded is kept for ${usual}`)
    const device = new DeviceBatches(host.random())
    const mostBytes = limitsOf(options).queueBytes
    const isThere = await works(device, mostBytes, host)
    if (!isThere && !isAsleep) return { over: make => make }
    const batches = isThere ? device : new MemoryBatches()
    const keeping = new Keeping(
      recorder, service, host, transportTo, known ?? keepMs(true, usual) as number, mostBytes, host.random()
    )
    const isWatched = options.when === 'watched'
    const drain = new Drain(new Sending(batches, keeping), keeping, !isAsleep && !isWatched)
    const keeper = new Keeper(batches, drain, keeping)
    return {
      over: make => (options, transport, report) => {
        drain.report = (status, reason) => report(drain.isOpen ? status : 'waiting', drain.isOpen ? reason : undefined)
        if (isWatched && !isAsleep) follow(drain, transport, keeping)
        hearReturns(keeper, drain, keeping)
        drain.run()
        return withFigures(make({ ...options, when: 'always' }, keeper, drain.report), drain)
      },
      async send (session = service.session) {
        if ([...session].length !== 15) throw new Error(`Earshot: a session is 15 characters, not "${session}"`)
        recorder.flush(false)
        await keeper.settled()
        return await drain.sendTo(session)
      }
    }
  }
}

/** Includes the kept pushes in the figures. */
function withFigures (delivery: Delivery, { figures }: Drain): Delivery {
  for (const name of ['queued', 'sent', 'dropped'] as const) {
    const own = descriptorOf(Object.getPrototypeOf(delivery) as Delivery, name)
    Object.defineProperty(delivery, name, { get: () => (own?.get?.call(delivery) as number) + figures[name] })
  }
  return delivery
}

/** Whether it can be opened and read. */
async function works (device: DeviceBatches, mostBytes: number, host: Host): Promise<boolean> {
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

function hearReturns (keeper: Keeper, drain: Drain, { recorder }: Keeping): void {
  const over = new AbortController()
  const hear = (type: string, run: () => void) => {
    window.addEventListener(type, () => {
      if (recorder.isOver) over.abort()
      else run()
    }, over)
  }
  hear('online', () => drain.run())
  // Meanwhile, another page may have sent what this one has kept.
  hear('pageshow', () => {
    if (keeper.isLeft) drain.run(drain.isOpen)
    keeper.isLeft = false
  })
}
