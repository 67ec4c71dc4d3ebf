// Earshot.start() records the requests and sockets that a mini-program makes with `request`, `uploadFile`, `downloadFile` and
// `connectSocket`. If the platform does not let these functions be replaced, `state` reports it, and apps must call `Earshot.request` and
// the like instead.
import { isSessionId } from '../../../schema/session-id.js'
import { appStack, lowestPlaces } from '../core/app-stack.js'
import { Delivery, withWarning } from '../core/delivery.js'
import { quiet, type Host } from '../core/host.js'
import { recordInitiators } from '../core/initiators.js'
import type { CaptureOptions, InitiatorOption } from '../core/options.js'
import { Recorder } from '../core/recorder.js'
import type { CaptureState } from '../core/state.js'
import { plainHost } from '../plain/host.js'
import { converted } from './bodies.js'
import { recordingsOf } from './recordings.js'
import { Context } from './context.js'
import { keepOn } from './keep.js'
import {
  METHODS, platformBelow, platformsHere, type Ask, type Method, type NamedPlatform, type Platform, type RequestOptions, type UploadOptions
} from './platform.js'
import { recordingSocket } from './sockets.js'
import { MiniTransport } from './transport.js'
import { recordingAsk, recordingUni } from './wrap.js'

export type { CaptureOptions, Platform, RequestOptions }

export interface MiniState extends CaptureState {
  /** Functions that could not be replaced, such as `wx.request`: apps must call `Earshot.request` and the like instead. */
  notReplaced: string[]
}

export interface MiniOptions extends CaptureOptions, InitiatorOption {
  /** The platform, if it is not wx, my, tt, swan or uni. */
  platform?: Platform | undefined
  /**
   * Keeps what could not be sent in the storage of the platform, and sends it later, also after the app was ended. How long, as in `30s`,
   * `10m`, `2h`, `1d`; `true`: a day. Without a session: sends nothing, and keeps what is recorded until somebody asks for it; `true`:
   * 10 minutes.
   */
  keep?: boolean | string | undefined
}

type Wrapped = Partial<Record<Method, Ask | undefined>>

interface Running extends Wrapped {
  service: string
  recorder: Recorder
  notReplaced: string[]
  ends: (() => void)[]
}

let running: Running | undefined
let last: MiniState | undefined

export const Earshot = {
  /** Never throws. A second call does nothing; with another session or service, it ends the first recorder and starts a new one. */
  start (options: MiniOptions): void {
    if (running?.service === serviceOf(options)) return
    if (running) Earshot.stop()
    quiet(() => { running = run(options) })
  },

  stop (): void {
    last = Earshot.state
    for (const end of running?.ends ?? []) quiet(end)
    running?.recorder.stop()
    if (last) last = { ...last, status: 'stopped' }
    running = undefined
  },

  /** undefined before the first start. */
  get state (): MiniState | undefined {
    return running ? { ...running.recorder.state, notReplaced: running.notReplaced } : last
  },

  /** Sends what is kept on the device, now. Resolves with the number of pushes. `session`: required if the recorder has none. */
  async send (session?: string): Promise<number> {
    return await running?.recorder.onSend?.(session) ?? 0
  },

  /** Calls the platform's own function and records the request, even if that cannot be replaced. A stopped recorder records nothing. */
  request: ofEarshot('request'),
  uploadFile: ofEarshot<UploadOptions>('uploadFile'),
  downloadFile: ofEarshot('downloadFile'),
  connectSocket: ofEarshot('connectSocket')
}

function ofEarshot<Options extends RequestOptions = RequestOptions> (
  method: Method, wrapped: () => Wrapped | undefined = () => running
): (options: Options) => unknown {
  return options => {
    const here = wrapped()
    return here ? here[method]?.(options) : platformsHere()[0]?.platform[method]?.(options)
  }
}

function serviceOf ({ url, session }: MiniOptions): string {
  return `${session} ${url}`
}

function run (options: MiniOptions): Running {
  const here = options.platform ? [{ name: 'platform', platform: options.platform }] : platformsHere()
  const [first, own] = [here[0], platformBelow(here)]
  const isKeeping = (options.keep ?? false) !== false
  const hasSession = isSessionId(options.session) || (options.session === '' && isKeeping)
  if (!first || !own || !hasSession) {
    const reason = first ? `"${options.session}" is not a session id of 15 characters` : 'there is no wx, my, tt, swan or uni'
    console.warn(`Earshot does not record: ${reason}`)
    throw new TypeError('not started')
  }
  const transport = new MiniTransport(options, own.below, own.request)
  const context = new Context(own.below)
  const host = { ...plainHost(nowMs => context.now(nowMs)), converted }
  const recorder = new Recorder(options, host)
  const ruled = options.rules && options.session ? rulesFor(options, transport, own.below, host) : undefined
  if (isKeeping) deliverAndKeep(recorder, options, transport, own.below, host)
  else recorder.deliverBy(withWarning((...to) => new Delivery(options, transport, host, ...to), host))
  quiet(() => recordInitiators(recorder, options.initiator, { read: callersOf(), now: () => host.now() }))
  const streams = { logs: { bytes: 0, refusals: 0 }, clock: host }
  const recordings = recordingsOf(options, recorder, streams)
  const wrapped = (of: NamedPlatform, method: Method) => {
    const native = of.platform[method]
    if (!native) return undefined
    const bound: Ask = options => Reflect.apply(native, of.platform, [options])
    // Those of uni are made by the platform below it.
    if (method === 'connectSocket') {
      return disguise(of.platform === own.below ? recordingSocket(bound, recordings[method]) : bound, native)
    }
    const below = ruled && method === 'request' ? ruled.request(bound, of) : bound
    return disguise((of.name === 'uni' ? recordingUni : recordingAsk)(below, recordings[method]), native)
  }
  const [request = () => {}, uploadFile, downloadFile, connectSocket] = METHODS.map(method => wrapped(first, method))
  const ends = ruled ? [ruled.end] : []
  const made: Running = { service: serviceOf(options), recorder, request, uploadFile, downloadFile, connectSocket, notReplaced: [], ends }
  for (const one of here) {
    for (const method of METHODS) {
      const wrap = one === first ? made[method] : wrapped(one, method)
      const undo = wrap && one.platform[method] && install(one.platform, method, wrap)
      if (undo) made.ends.push(undo)
      else if (one.platform[method]) made.notReplaced.push(`${one.name}.${method}`)
    }
  }
  transport.restInBackground(() => recorder.flush(false))
  if (made.notReplaced.length > 0) {
    console.warn(`Earshot cannot record ${made.notReplaced.join(', ')} here: call the functions of Earshot with the same names instead`)
  }
  return made
}

// The delivery starts when the storage has answered. Until then, what is recorded waits.
function deliverAndKeep (recorder: Recorder, options: MiniOptions, transport: MiniTransport, below: Platform, host: Host): void {
  const opening = keepOn(below, recorder, options, host, transport)
  opening.then(kept => recorder.deliverBy(withWarning((report, gather) =>
    kept.over((...given) => new Delivery(given[0], given[1], host, given[2], gather))(options, transport, report), host)))
    .catch((error: unknown) => recorder.block(String(error)))
  recorder.onSend = async session => {
    const { send } = await opening
    if (!send) throw new Error('Earshot cannot keep requests on this device, so there is nothing to send')
    return await send(session)
  }
}

type ApplyRules = (options: MiniOptions, transport: MiniTransport, below: Platform, host: Host) => {
  request: (native: Ask, of: NamedPlatform) => Ask
  end: () => void
}

let applyRules: ApplyRules | undefined

/** Only the file with the part for rules calls it. */
export function takeRules (apply: ApplyRules): void {
  applyRules = apply
}

function rulesFor (...given: Parameters<ApplyRules>): ReturnType<ApplyRules> | undefined {
  if (!applyRules) {
    console.warn('Earshot: rules need earshot-mini-program-rules.js in place of earshot-mini-program.js (in the package: ' +
      'earshot/capture/mini-program/rules)')
  }
  return applyRules?.(...given)
}

// Some devices ignore an assignment, others throw, so each attempt is checked. If none succeeds, the caller gets undefined.
/** Returns a function that undoes the replacement; undefined if the platform's own function could not be replaced. */
function install (platform: Platform, name: Method, wrapped: Ask): (() => void) | undefined {
  const native = platform[name]
  if (!native || !place(platform, name, wrapped)) return undefined
  return () => { if (platform[name] === wrapped) place(platform, name, native) }
}

function place (platform: Platform, name: Method, value: Ask): boolean {
  quiet(() => { platform[name] = value })
  if (platform[name] === value) return true
  quiet(() => Object.defineProperty(platform, name, { value, configurable: true, enumerable: true, writable: true }))
  return platform[name] === value
}

/** Gives `made` the name, the length and everything else of the native function. */
function disguise (made: Ask, native: Ask): Ask {
  if (typeof Proxy === 'undefined') return function (this: unknown, ...args) { return Reflect.apply(made, this, args) }
  return new Proxy(native, { apply: (_native, self, args: [RequestOptions]) => Reflect.apply(made, self, args) })
}

/** The app calls a replaced function of the platform, or one of Earshot's own. */
function callersOf (): () => string {
  const replaced = lowestPlaces(note => ({ call: disguise(note, () => {}) }))
  const own = lowestPlaces(note => ({ call: ofEarshot('request', () => ({ request: () => note() })) }))
  return appStack([...replaced, ...own])
}
