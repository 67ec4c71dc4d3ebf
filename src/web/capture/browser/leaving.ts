// When a page is hidden or left, what waits is sent by requests that outlive it.
import type { Recorder } from '../core/recorder.js'

/** Returns what ends it. */
export function flushOnLeave (recorder: Recorder): () => void {
  const onHidden = () => {
    if (document.visibilityState === 'hidden') recorder.flush(false)
  }
  const onLeave = () => recorder.flush(true)
  // On the window, and so behind the handlers of the document: the room for such requests is the app's first.
  window.addEventListener('visibilitychange', onHidden)
  window.addEventListener('pagehide', onLeave)
  return () => {
    window.removeEventListener('visibilitychange', onHidden)
    window.removeEventListener('pagehide', onLeave)
  }
}
