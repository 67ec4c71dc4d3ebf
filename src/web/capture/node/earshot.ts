// Earshot.start() records what this process asks of others by http, https, fetch and undici. Twice started is once, by whichever copy of
// the package.
import type { CaptureOptions } from '../core/options.js'
import type { CaptureState } from '../core/state.js'
import { running, startRecording, stopRecording } from './running.js'

export type { CaptureOptions, CaptureState }

export const Earshot = {
  /** Never throws: what cannot be is told in one line on stderr. Another session, or another service, replaces the one before. */
  start (options: CaptureOptions): void {
    startRecording(options)
  },

  /** What was recorded is still sent; requests under way are told as they are. */
  stop (): void {
    stopRecording()
  },

  /** undefined: not started. */
  get state (): CaptureState | undefined {
    return running()?.state
  },

  /** `listener` is called when the status, or its reason, is another, until the recorder is stopped. There is one listener. */
  onState (listener: (state: CaptureState) => void): void {
    running()?.onState(listener)
  }
}
