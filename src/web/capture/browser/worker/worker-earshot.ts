// The recorder of a dedicated worker, a shared worker or a service worker. It is in one file, because service workers cannot load code
// later. It records only the requests of its own worker.
import { quiet, type Host } from '../../core/host.js'
import { recordInitiators } from '../../core/initiators.js'
import type { CaptureOptions as SharedOptions, InitiatorOption } from '../../core/options.js'
import { Recorder } from '../../core/recorder.js'
import type { CaptureState } from '../../core/state.js'
import { browserHost, warn } from '../browser-host.js'
import { wrapChannels } from '../channels.js'
import { deliveryPart } from '../delivery.js'
import { wrapFetch } from '../fetch.js'
import { journal } from '../journal.js'
import { messages1 } from '../messages.js'
import { nativeFetch, nowMs } from '../natives.js'
import { mixedContent, watchPolicy } from '../obstacles.js'
import { pageStack } from '../page-stack.js'
import { wrapXhr } from '../xhr.js'
import { lastingFetch } from './lasting-fetch.js'
import { WorkerPatches } from './worker-patches.js'
import { WorkerRecording } from './worker-recording.js'

export type { CaptureState }

/** Rules do not apply in workers. */
export type WorkerOptions = Omit<SharedOptions, 'rules'> & InitiatorOption

export interface WorkerEarshotApi {
  /** Undefined before the first start. */
  readonly state: CaptureState | undefined
  start (options: WorkerOptions): void
  stop (): void
}

interface Running { recorder: Recorder, patches: WorkerPatches, over: AbortController, service: string }

const PART = deliveryPart({ messages: async () => messages1, keep: async () => undefined })

class WorkerEarshot implements WorkerEarshotApi {
  private running: Running | undefined
  private last: CaptureState | undefined

  get state (): CaptureState | undefined {
    return this.running?.recorder.state ?? this.last
  }

  /** A second call does nothing; with another session or service, it ends the first recorder and starts a new one. */
  start (options: WorkerOptions): void {
    const { session, token } = options
    const base = new URL(`${options.url.replace(/\/+$/, '')}/`, location.href).href
    const service = `${session} ${base}`
    if (this.running?.service === service) return
    this.stop()
    if ([...session].length !== 15) return warn(`Earshot does not record: "${session}" is not a session id of 15 characters`)
    const here = host()
    const recorder = new Recorder(options, here)
    PART.connect(recorder, { base, session, token }, { ...options, keep: undefined }, here, lastingFetch(nativeFetch))
    const running = this.running = { recorder, patches: new WorkerPatches(), over: new AbortController(), service }
    recorder.onState = state => {
      this.last = state
      if (state.status === 'blocked') this.end()
    }
    const obstacle = mixedContent(base)
    if (obstacle !== undefined) return recorder.block(obstacle)
    wrap(running, base, options, here)
    quiet(() => {
      if (options.initiator !== undefined) recordInitiators(recorder, options.initiator, { read: pageStack(running.patches), now: nowMs })
    })
    watchPolicy(recorder, base, running.over)
  }

  stop (): void {
    const recorder = this.running?.recorder
    this.end()
    recorder?.stop()
  }

  private end (): void {
    const { recorder, over, patches } = this.running ?? {}
    this.running = undefined
    over?.abort()
    patches?.restore()
    this.last = recorder?.state ?? this.last
  }
}

function wrap ({ recorder, patches }: Running, base: string, options: WorkerOptions, here: Host): void {
  const recording = new WorkerRecording(recorder, base, options.ignore,
    async (copy, type, signal) => await PART.readCopy(copy, type, recorder.bodyBytes, here, signal),
    journal(async () => messages1.listen(recorder, here, patches)))
  wrapFetch(patches, recording)
  // Service workers have no XMLHttpRequest.
  quiet(() => wrapXhr(patches, recording))
  quiet(() => wrapChannels(patches, recording))
  // A worker that ends itself. Service workers have no such function.
  patches.add(globalThis, 'close', () => { if ('keepalive' in Request.prototype) recorder.flush(true) }, { returns: false })
}

function host (): Host {
  const pageParams = quiet(place)
  return browserHost(() => ({ pageParams }))
}

/** In place of the page: the address of the worker's script, its kind, and its name. */
function place (): string {
  const kind = globalThis.constructor.name.replace('WorkerGlobalScope', ' worker').toLowerCase()
  // The address of a script that is a `data:` URL is the script itself.
  const url = location.protocol === 'data:' ? 'data:' : location.href
  const { name = '' } = globalThis as { name?: string }
  return JSON.stringify({ url, query: Object.fromEntries(new URL(url).searchParams), title: `${kind} ${name}`.trim() })
}

const KEY = Symbol.for('earshot')

/** Returns the API object that an earlier script of the worker has made, or makes it. */
export function workerEarshot (): WorkerEarshotApi {
  return ((globalThis as { [KEY]?: WorkerEarshotApi })[KEY] ??= new WorkerEarshot())
}
