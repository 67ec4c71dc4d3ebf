// The recorder of this process: one, by whichever copy of the package, and however often it is started.
import type { CaptureOptions } from '../core/options.js'
import type { CaptureState } from '../core/state.js'
import { recordHttp } from './http-client.js'
import { onProcessEnd } from './process-end.js'
import { openRecording, warn } from './recording.js'
import type { SpoolPlace } from './spool.js'
import { recordUndici } from './undici-client.js'

interface Running {
  readonly service: string
  readonly state: CaptureState
  stop (): void
  onState (listener: (state: CaptureState) => void): void
}

const KEY = Symbol.for('earshot.node')
const place = globalThis as { [KEY]?: Running | undefined }

/** undefined: not started. */
export function running (): Running | undefined {
  return place[KEY]
}

/** `spool`: who takes what is recorded to the service in place of this process. */
export function startRecording (options: CaptureOptions, spool?: SpoolPlace): void {
  if (place[KEY]?.service === serviceOf(options)) return
  stopRecording()
  try {
    place[KEY] = run(options, spool)
  } catch (error) {
    warn(`Earshot does not record: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export function stopRecording (): void {
  place[KEY]?.stop()
  place[KEY] = undefined
}

function serviceOf ({ url, session }: CaptureOptions): string {
  return `${session} ${url}`
}

function run (options: CaptureOptions, spool: SpoolPlace | undefined): Running {
  const { recorder, transport, book, leave, close } = openRecording(options, spool)
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
