// Earshot.start() records what this process asks of others by http, https, fetch and undici. Twice started is once, by whichever copy of
// the package.
import type { CaptureOptions } from '../core/options.js'
import type { CaptureState } from '../core/state.js'
import { recordHttp } from './http-client.js'
import { onProcessEnd } from './process-end.js'
import { openRecording, warn } from './recording.js'
import { recordUndici } from './undici-client.js'

export type { CaptureOptions, CaptureState }

interface Running {
  readonly service: string
  readonly state: CaptureState
  stop (): void
  onState (listener: (state: CaptureState) => void): void
}

const KEY = Symbol.for('earshot.node')
const place = globalThis as { [KEY]?: Running | undefined }

export const Earshot = {
  /** Never throws: what cannot be is told in one line on stderr. Another session, or another service, replaces the one before. */
  start (options: CaptureOptions): void {
    if (place[KEY]?.service === serviceOf(options)) return
    Earshot.stop()
    try {
      place[KEY] = run(options)
    } catch (error) {
      warn(`Earshot does not record: ${error instanceof Error ? error.message : String(error)}`)
    }
  },

  /** What was recorded is still sent; requests under way are told as they are. */
  stop (): void {
    place[KEY]?.stop()
    place[KEY] = undefined
  },

  /** undefined: not started. */
  get state (): CaptureState | undefined {
    return place[KEY]?.state
  },

  /** `listener` is called when the status, or its reason, is another, until the recorder is stopped. There is one listener. */
  onState (listener: (state: CaptureState) => void): void {
    place[KEY]?.onState(listener)
  }
}

function serviceOf ({ url, session }: CaptureOptions): string {
  return `${session} ${url}`
}

function run (options: CaptureOptions): Running {
  const { recorder, transport, book, leave, close } = openRecording(options)
  const ends = [recordHttp(book), recordUndici(book), onProcessEnd({
    soon: done => {
      leave(ENDED)
      transport.whenIdle(done)
    },
    now: () => transport.leave(() => leave(ENDED))
  })]
  return {
    service: serviceOf(options),
    get state () { return recorder.state },
    onState: listener => { recorder.onState = listener },
    stop: () => {
      for (const end of ends) end()
      close('recorder stopped', () => {})
    }
  }
}

const ENDED = 'the process ended'
