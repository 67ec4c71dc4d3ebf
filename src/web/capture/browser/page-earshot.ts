// What an app calls: Earshot.start, stop, screenshot and state. One recorder a page, however often it is in it.
import { quiet, type Host } from '../core/host.js'
import type { CaptureOptions } from '../core/options.js'
import { Recorder } from '../core/recorder.js'
import type { CaptureState } from '../core/state.js'
import { wrapBeacon } from './beacon.js'
import { wrapChannels } from './channels.js'
import type { DeliveryPart } from './delivery.js'
import { wrapFetch } from './fetch.js'
import { flushOnLeave } from './leaving.js'
import { later, nativeFetch, never, utf8Bytes } from './natives.js'
import { mixedContent, watchPolicy } from './obstacles.js'
import { Page } from './page.js'
import { Patches } from './patch.js'
import { Recording } from './recording.js'
import type { Picture } from './screenshot.js'
import type { Service } from './service.js'
import { wrapXhr } from './xhr.js'

export type { CaptureOptions, CaptureState, Picture }

/** The event on the window that tells every new state; `detail` is the state. */
export const STATE_EVENT = 'earshot'

export interface EarshotApi {
  /** Undefined before the first start. */
  readonly state: CaptureState | undefined
  start (options: CaptureOptions): void
  stop (): void
  screenshot (picture: Picture): Promise<string>
}

interface Running {
  recorder: Recorder
  service: Service
  part: (() => MaybeLate<DeliveryPart>) | undefined
  /** Ends in reverse order of the beginning. */
  ends: (() => void)[]
}

type MaybeLate<T> = T | Promise<T>

/** Gives the recorder its delivery: at once, or when it is loaded. Returns what gives it to others. Throws where the options are wrong. */
export type ConnectDelivery = (recorder: Recorder, service: Service, options: CaptureOptions, host: Host) => () => MaybeLate<DeliveryPart>

class PageEarshot implements EarshotApi {
  private running: Running | undefined
  private last: CaptureState | undefined

  constructor (private readonly connectDelivery: ConnectDelivery) {}

  get state (): CaptureState | undefined {
    return this.running?.recorder.state ?? this.last
  }

  start (options: CaptureOptions): void {
    const service = {
      base: new URL(`${options.url.replace(/\/+$/, '')}/`, document.baseURI).href, session: options.session, token: options.token
    }
    if (this.running?.service.session === service.session && this.running.service.base === service.base) return
    this.stop()
    if ([...options.session].length !== 15) return warn(`Earshot does not record: a session is 15 characters, not "${options.session}"`)
    const here = host()
    const recorder = new Recorder(options, here)
    const obstacle = mixedContent(service.base)
    const part = obstacle ? undefined : this.connectDelivery(recorder, service, options, here)
    const patches = new Patches()
    const ends = [() => patches.restore()]
    this.running = { recorder, service, part, ends }
    recorder.onState = state => {
      if (state.status === 'blocked') quiet(() => this.end())
      this.tell(state)
    }
    if (obstacle) return recorder.block(obstacle)
    quiet(() => wrap(patches, new Recording(recorder, service.base, recorder.limits.bodyBytes, options.ignore)))
    ends.push(flushOnLeave(recorder), watchPolicy(recorder, service.base))
    this.tell(recorder.state)
  }

  stop (): void {
    const recorder = this.running?.recorder
    this.end()
    recorder?.stop()
  }

  async screenshot (picture: Picture): Promise<string> {
    const { service, part } = this.running ?? {}
    if (!service || !part) throw new Error('Earshot is not started')
    return await (await part()).uploadScreenshot(picture, service, nativeFetch)
  }

  private end (): void {
    const { recorder, ends } = this.running ?? {}
    this.running = undefined
    for (const end of ends?.reverse() ?? []) quiet(end)
    this.last = recorder?.state ?? this.last
  }

  private tell (state: CaptureState): void {
    this.last = state
    window.dispatchEvent(new CustomEvent(STATE_EVENT, { detail: state }))
  }
}

function wrap (patches: Patches, recording: Recording): void {
  wrapFetch(patches, recording)
  wrapXhr(patches, recording)
  wrapBeacon(patches, recording)
  wrapChannels(patches, recording)
}

function host (): Host {
  const page = new Page()
  return {
    now: () => performance.now(),
    setTimer (run, ms) {
      const timer = later(run, ms)
      return () => never(timer)
    },
    random: () => Math.random().toString(36).slice(2, 10) + Date.now().toString(36),
    utf8Bytes,
    context: () => page.context(),
    warn
  }
}

function warn (sentence: string): void {
  console.warn(sentence)
}

const KEY = Symbol.for('earshot')

/** The page's own, which a script that ran before has made. */
export function pageEarshot (connectDelivery: ConnectDelivery): EarshotApi {
  return ((window as { [KEY]?: EarshotApi })[KEY] ??= new PageEarshot(connectDelivery))
}
