// When a page is hidden or left, what waits is sent by requests that outlive it. Browsers have 64 KB for all of them, and the app comes
// first: its own handlers have run when we send, for a page that is left is hidden behind that.
import type { Recorder } from '../core/recorder.js'

/** Returns what ends it. */
export function flushOnLeave (recorder: Recorder): () => void {
  let leaving = false
  const onHidden = () => {
    if (document.visibilityState === 'hidden') recorder.flush(leaving)
  }
  const onLeave = () => {
    leaving = true
    recorder.leave()
    // It was hidden before.
    onHidden()
  }
  const onBack = () => { leaving = false }
  const listeners = [['visibilitychange', onHidden], ['pagehide', onLeave], ['pageshow', onBack]] as const
  for (const [name, listener] of listeners) window.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of listeners) window.removeEventListener(name, listener)
  }
}
