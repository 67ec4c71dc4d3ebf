// The recorder for React Native: `earshot/capture/react-native`, and /earshot-react-native.js. It records WebSocket, Expo's fetch, and
// XMLHttpRequest, on which React Native's own fetch and most libraries are based.
import { AppState, NativeModules } from 'react-native'
import { isSessionId } from '../../../schema/session-id.js'
import type { Service } from '../browser/service.js'
import { appStack, lowestPlaces } from '../core/app-stack.js'
import { Delivery, withWarning } from '../core/delivery.js'
import { quiet } from '../core/host.js'
import { recordInitiators } from '../core/initiators.js'
import type { CaptureOptions as SharedOptions, InitiatorOption } from '../core/options.js'
import { Recorder } from '../core/recorder.js'
import type { CaptureState } from '../core/state.js'
import { plainHost } from '../plain/host.js'
import { converted } from './bodies.js'
import { recordedFetch, wrapGlobalFetch, type FetchRecorder } from './fetch.js'
import { Patches } from './patch.js'
import { Recording } from './recording.js'
import { ResponseTaps } from './response-taps.js'
import { wrapSockets } from './sockets.js'
import { nativeTransport, originOf, uploadScreenshot, type Picture } from './transport.js'
import { wrapXhr } from './xhr.js'

export type { CaptureState, Picture }

/** Rules do not apply in React Native. */
export interface CaptureOptions extends Omit<SharedOptions, 'rules'>, InitiatorOption {
  /** Returns the name of the screen that is shown, such as `navigation.getCurrentRoute()?.name`. */
  screen?: (() => string | undefined) | undefined
}

export interface EarshotApi {
  /** Undefined before the first start. */
  readonly state: CaptureState | undefined
  /** Never throws. A second call does nothing; with another session or service, it ends the first recorder and starts a new one. */
  start (options: CaptureOptions): void
  stop (): void
  /** Uploads a file of the device; resolves with its address. */
  screenshot (picture: Picture): Promise<string>
  /** Returns a function that records what `fetch` does, while the recorder runs: for those that do not use XMLHttpRequest, like Expo's. */
  wrapFetch<Fetch extends (...args: never[]) => Promise<unknown>> (fetch: Fetch): Fetch
}

interface Running extends FetchRecorder { recorder: Recorder, patches: Patches, service: Service, ends: (() => void)[] }

class NativeEarshot implements EarshotApi {
  private running: Running | undefined
  private last: CaptureState | undefined

  get state (): CaptureState | undefined {
    return this.running?.recorder.state ?? this.last
  }

  start (options: CaptureOptions): void {
    quiet(() => {
      const { session, token } = options
      const base = `${options.url.replace(/\/+$/, '')}/`
      if (this.running?.service.session === session && this.running.service.base === base) return
      this.stop()
      if (!isSessionId(session)) {
        return console.warn(`Earshot does not record: "${session}" is not a session id of 15 characters`)
      }
      this.run(options, { base, session, token })
    })
  }

  stop (): void {
    const recorder = this.running?.recorder
    this.end()
    recorder?.stop()
    this.last = recorder?.state ?? this.last
  }

  async screenshot (picture: Picture): Promise<string> {
    if (!this.running) throw new Error('Earshot is not started')
    return await uploadScreenshot(picture, this.running.service)
  }

  wrapFetch<Fetch extends (...args: never[]) => Promise<unknown>> (fetch: Fetch): Fetch {
    return recordedFetch(fetch, () => this.running)
  }

  private run (options: CaptureOptions, service: Service): void {
    const host = plainHost(() => ({ pageParams: pageOf(options) }))
    const recorder = new Recorder(options, host)
    const recording = new Recording(recorder, service.base, metroOrigin(), options.ignore)
    const patches = new Patches()
    const taps = new ResponseTaps(patches, recording, host)
    const running: Running = this.running = { recorder, recording, taps, patches, service, ends: [] }
    recorder.onState = ({ status }) => { if (status === 'blocked' && this.running === running) this.end() }
    const transport = nativeTransport(service, reason => recorder.block(reason))
    recorder.deliverBy(withWarning((...to) => new Delivery(options, transport, { ...host, converted }, ...to), host))
    quiet(() => recordInitiators(recorder, options.initiator, { read: callersOf(patches), now: () => host.now() }))
    quiet(() => wrapXhr(patches, recording))
    quiet(() => wrapGlobalFetch(patches, running))
    quiet(() => wrapSockets(patches, recording, host))
    // The system may suspend the app in the background, and end it there.
    const listening = quiet(() => AppState.addEventListener('change', () => recorder.flush(false)))
    running.ends.push(() => listening?.remove())
  }

  private end (): void {
    const { recorder, patches, ends = [] } = this.running ?? {}
    this.running = undefined
    patches?.restore()
    for (const end of ends) quiet(end)
    this.last = recorder?.state ?? this.last
  }
}

/** The app calls a replaced function, makes an object of a replaced class, or calls a function that `wrapFetch` has given it. */
function callersOf (patches: Patches): () => string {
  const called = lowestPlaces(note => {
    const own = { call () {} }
    patches.add(own, 'call', note)
    return own
  })
  const made = lowestPlaces(note => {
    const own = { Made: class {} }
    patches.addClass(own, 'Made', note)
    return { call: () => { Reflect.construct(own.Made, []) } }
  }, 1)
  const fetched = lowestPlaces(note => ({ call: recordedFetch(note as () => never, () => undefined) }))
  return appStack([...called, ...made, ...fetched])
}

function pageOf ({ screen }: CaptureOptions): string | undefined {
  const name = quiet(() => screen?.())
  return name === undefined ? undefined : JSON.stringify({ url: name })
}

/** Where a development build has loaded its code from. */
function metroOrigin (): string | undefined {
  const { SourceCode } = quiet(() => NativeModules) ?? {}
  const url = quiet(() => SourceCode?.getConstants?.().scriptURL ?? SourceCode?.scriptURL) ?? ''
  return /^https?:/.test(url) ? originOf(url) : undefined
}

const KEY = Symbol.for('earshot')

// If the module is evaluated twice, as fast refresh may do, there is still only one recorder.
export const Earshot: EarshotApi = ((globalThis as { [KEY]?: EarshotApi })[KEY] ??= new NativeEarshot())
