// HTML as it would look, on a page of its own in a sandbox: it has no origin, runs no script but the one that shows it, and loads nothing.
import { useEffect, useRef } from 'preact/hooks'
import { usePage } from '../context.js'
import './preview-view.css'

/** More takes seconds to lay out. In characters. */
const LONGEST = 2_000_000

export function PreviewView ({ html, label }: { html: string, label: string }) {
  const { session, words: { bodies: words } } = usePage()
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const send = () => frame.current?.contentWindow?.postMessage({ html: html.slice(0, LONGEST) }, '*')
    // It says when it listens. It has no origin to check; only what it is sent matters, and that is nobody's secret but the body's.
    const hear = (event: MessageEvent) => { if (event.source === frame.current?.contentWindow) send() }
    addEventListener('message', hear)
    send()
    return () => removeEventListener('message', hear)
  }, [html])
  return (
    <div class='preview-view'>
      <p class='notice'>{html.length > LONGEST ? words.previewCut : words.previewSafe}</p>
      <iframe ref={frame} title={label} sandbox='allow-scripts' referrerpolicy='no-referrer' src={session.previewUrl} />
    </div>
  )
}
