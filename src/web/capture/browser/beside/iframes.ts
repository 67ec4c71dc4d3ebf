// Records the same-origin frames of a page. Their HTML needs no script tag: each frame gets the recorder, with the options of the page, as
// soon as its document exists. No event tells when a new document begins, so requests of its first scripts may be missed.
import { quiet } from '../../core/host.js'
import type { CaptureOptions } from '../capture-options.js'
import { startTimer } from '../natives.js'
import type { Running } from '../page-earshot.js'

const PAUSE_MS = 20
/** After so many looks at a frame without a document, the recorder waits for the frame's event `load`. */
const MAX_LOOKS = 500
/** When it looks again whether the script is there: `document.open()` may have removed it before it was loaded. */
const AGAIN_MS = 1000
const KEY = Symbol.for('earshot')

interface FrameEarshot {
  running?: unknown
  start (options: CaptureOptions): void
  stop (): void
}

/** A window that may have a recorder. */
type Inner = Window & { [KEY]?: FrameEarshot | undefined }

export function recordIframes (running: Running): void {
  const { over: { signal } } = running
  /** The scripts that were put into documents. */
  const met = new WeakMap<Document, HTMLScriptElement>()
  const started = new Set<FrameEarshot>()
  const look = (frame: HTMLIFrameElement, looks = 0) => quiet(() => {
    if (signal.aborted || !frame.isConnected) return
    // Null if the origin is another.
    const inner = frame.contentDocument
    if (inner && isThere(inner, frame)) {
      const script = met.get(inner)
      if (script?.isConnected || script?.dataset.earshot === 'failed') return
      const next = record(inner, running, started)
      if (!next) return
      met.set(inner, next)
      startTimer(() => look(frame), AGAIN_MS)
    } else if (inner && looks < MAX_LOOKS) startTimer(() => look(frame, looks + 1), PAUSE_MS)
  })
  const observer = new MutationObserver(changes => quiet(() => {
    for (const { addedNodes } of changes) for (const node of addedNodes) for (const frame of framesIn(node)) look(frame)
  }))
  observer.observe(document, { childList: true, subtree: true })
  // Each new document of a frame has this event.
  document.addEventListener('load', ({ target }) => { if (target instanceof HTMLIFrameElement) look(target) }, { capture: true, signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    for (const earshot of started) quiet(() => earshot.stop())
  })
  for (const frame of framesIn(document)) look(frame)
}

function framesIn (node: Node): Iterable<HTMLIFrameElement> {
  if (node instanceof HTMLIFrameElement) return [node]
  return node instanceof Element || node instanceof Document ? node.querySelectorAll('iframe') : []
}

/** Not the empty document that is there until that of the frame's address comes. */
function isThere ({ URL: address, head }: Document, frame: HTMLIFrameElement): boolean {
  const isEmpty = address === 'about:blank' && (frame.hasAttribute('srcdoc') || !/^(?:about:blank)?$/.test(frame.src))
  return head !== null && !isEmpty
}

// The script is removed when it has run; a policy of the frame may forbid it.
function record (inner: Document, { options, service: { base } }: Running, started: Set<FrameEarshot>): HTMLScriptElement | undefined {
  const view = inner.defaultView as Inner | null
  if (!view || view[KEY]?.running) return undefined
  const script = inner.createElement('script')
  script.src = `${base}earshot.js`
  script.crossOrigin = 'anonymous'
  script.onerror = () => {
    script.dataset.earshot = 'failed'
    script.remove()
  }
  script.onload = () => quiet(() => {
    script.remove()
    const earshot = view[KEY]
    // A script tag in the frame's own HTML may have started the recorder meanwhile.
    if (!earshot || earshot.running || inner.defaultView !== view) return
    earshot.start({ ...options, url: base, rules: false })
    started.add(earshot)
    view.addEventListener('pagehide', ({ persisted }) => { if (!persisted) started.delete(earshot) })
  })
  inner.head.append(script)
  return script
}
