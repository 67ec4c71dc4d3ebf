// Earshot.start() records the requests that this process makes through http, https, http2, fetch and undici. A process has one recorder,
// even if several copies of the package start it.
import type { CaptureState } from '../core/state.js'
import type { CaptureOptions } from './options.js'
import { running, startRecording, stopRecording } from './running.js'

export type { CaptureOptions, CaptureState }

export const Earshot = {
  /** Never throws: an error is reported in one line on stderr. Another session or service replaces the recorder. */
  start (options: CaptureOptions): void {
    startRecording(options)
  },

  /** What was recorded is still sent; requests in progress are recorded as they are. */
  stop (): void {
    stopRecording()
  },

  /** undefined if the recorder is not started. */
  get state (): CaptureState | undefined {
    return running()?.state
  },

  /** Calls `listener` when the status or its reason changes, until the recorder is stopped. A new listener replaces the one before. */
  onState (listener: (state: CaptureState) => void): void {
    running()?.onState(listener)
  }
}
