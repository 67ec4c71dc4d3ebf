// The API for apps: Earshot.start, stop, screenshot, send and state. A page has one recorder, even if it loads the script several times.
import { quiet, type Host } from '../core/host.js'
import { NoteCode } from '../core/notes.js'
import { Recorder } from '../core/recorder.js'
import type { CaptureState } from '../core/state.js'
import { browserHost, warn } from './browser-host.js'
import type { CaptureOptions } from './capture-options.js'
import { wrapChannels } from './channels.js'
import type { DeliveryPart } from './delivery.js'
import { wrapFetch } from './fetch.js'
import { addressOf } from './heads.js'
import { endOnClose, journal } from './journal.js'
import { nativeFetch } from './natives.js'
import { mixedContent, watchPolicy } from './obstacles.js'
import { Page } from './page.js'
import { Patches } from './patch.js'
import { Recording } from './recording.js'
import type { Picture } from './screenshot.js'
import type { Service } from './service.js'
import { wrapXhr } from './xhr.js'

export type { CaptureOptions, CaptureState, Picture }

/**
 * The event that is dispatched on the window for every new state; `detail` is the state. The first one is dispatched while `start` runs: a
 * listener for it must be added before.
 */
export const STATE_EVENT = 'earshot'

export interface EarshotApi {
  /** Undefined before the first start, also as long as a script tag without a session is inactive: read it as `Earshot.state?.status`. */
  readonly state: CaptureState | undefined
  start (options: CaptureOptions): void
  stop (): void
  screenshot (picture: Picture): Promise<string>
  /** Sends what is kept on the device, now. Resolves with the number of pushes. `session`: required if the recorder has none. */
  send (session?: string): Promise<number>
}

/** The recorder as it runs. The parts that are loaded later get it, too. */
export interface Running {
  recorder: Recorder
  service: Service
  part: (() => MaybeLate<DeliveryPart>) | undefined
  /** Aborts when the recorder has ended. */
  over: AbortController
  patches: Patches
  options: CaptureOptions
  nativeFetch: typeof fetch
}

type MaybeLate<T> = T | Promise<T>

/** Connects the recorder to its delivery: at once, or when that is loaded. Returns a getter of the delivery. Throws on invalid options. */
export type ConnectDelivery = (recorder: Recorder, service: Service, options: CaptureOptions, host: Host) => () => MaybeLate<DeliveryPart>

/** Starts a part of the recorder, or loads it first. */
export type Start = (running: Running) => void

class PageEarshot implements EarshotApi {
  running: Running | undefined
  private last: CaptureState | undefined

  /**
   * `rules1`, `beside1`: when the parts for rules, and for what happens beside the requests, have been loaded, they are here. The number
   * changes when an older recorder cannot work with the part.
   */
  constructor (private readonly connectDelivery: ConnectDelivery, public rules1: Start, public beside1: Start) {}

  get state (): CaptureState | undefined {
    return this.running?.recorder.state ?? this.last
  }

  start (options: CaptureOptions): void {
    const service = {
      base: new URL(`${options.url.replace(/\/+$/, '')}/`, document.baseURI).href, session: options.session, token: options.token
    }
    if (this.running?.service.session === service.session && this.running.service.base === service.base) return
    this.stop()
    if ([...options.session].length !== 15 && (options.session || options.keep === undefined)) {
      return warn(`Earshot does not record: "${options.session}" is not a session id of 15 characters`)
    }
    const page = new Page()
    const host = browserHost(() => page.context())
    const recorder = new Recorder(options, host)
    const obstacle = mixedContent(service.base)
    const part = obstacle ? undefined : this.connectDelivery(recorder, service, options, host)
    const patches = new Patches()
    const over = new AbortController()
    const running = this.running = { recorder, service, part, over, patches, options, nativeFetch }
    recorder.onState = state => {
      if (state.status === 'blocked') this.end()
      this.tell(state)
    }
    if (!part) return recorder.block(obstacle as string)
    const recordEvent = journal(
      async () => (await (await part()).loadMessages?.(service, host))?.listen(recorder, host, patches) ?? endOnClose
    )
    quiet(() => wrap(patches, new Recording(recorder, service.base, options.ignore,
      async (copy, type, signal) => await (await part()).readCopy(copy, type, recorder.bodyBytes, host, signal), recordEvent)))
    flushOnLeave(recorder, over)
    watchPolicy(recorder, service.base, over)
    this.tell(recorder.state)
    if (options.rules) this.rules1(running)
    if ((options.errors ?? options.resources ?? options.workers ?? options.frames ?? options.initiator) !== undefined) this.beside1(running)
  }

  stop (): void {
    const recorder = this.running?.recorder
    this.end()
    recorder?.stop()
  }

  async screenshot (picture: Picture): Promise<string> {
    const { service, part } = this.running ?? {}
    if (!part || !service) throw new Error('Earshot does not record')
    return await (await part()).uploadScreenshot(picture, service, nativeFetch)
  }

  async send (session?: string): Promise<number> {
    await this.running?.part?.()
    return await this.running?.recorder.onSend?.(session) ?? 0
  }

  private end (): void {
    const { recorder, over, patches } = this.running ?? {}
    this.running = undefined
    over?.abort()
    patches?.restore()
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

// Records navigator.sendBeacon. Each beacon is complete at once, because no script can see its answer.
function wrapBeacon (patches: Patches, recording: Recording): void {
  patches.add(Navigator.prototype, 'sendBeacon', ([, , [url, body]]) => (queued: boolean) => {
    const exchange = recording.begin({ method: 'POST', address: addressOf(url), headers: [], body, via: 'beacon' })
    if (queued) exchange?.end({ responseHeader: '', note: NoteCode.BeaconQueued })
    else exchange?.fail(NoteCode.BeaconRefused)
  })
}

// When a page is hidden or left, what waits is sent by requests that outlive it. Browsers allow 64 KB for all of them, and the app comes
// first: a page that is left becomes hidden after `pagehide`, so the app's own `pagehide` handlers have run when we send.
/** `over` is also the options of the listeners: its signal removes them. */
function flushOnLeave (recorder: Recorder, over: AbortController): void {
  // Undefined until the page is left for the first time: shorter than `= false`.
  let leaving!: boolean
  const onHidden = () => {
    if (document.hidden) recorder.flush(leaving)
  }
  const onLeave = () => {
    leaving = true
    recorder.leave()
    // If the page is hidden already, no `visibilitychange` follows.
    onHidden()
  }
  window.addEventListener('visibilitychange', onHidden, over)
  window.addEventListener('pagehide', onLeave, over)
  window.addEventListener('pageshow', () => { leaving = false }, over)
}

const KEY = Symbol.for('earshot')

/** Returns the API object that an earlier script of the page has made, or makes it. */
export function pageEarshot (...parts: ConstructorParameters<typeof PageEarshot>): EarshotApi {
  return ((window as { [KEY]?: EarshotApi })[KEY] ??= new PageEarshot(...parts))
}
