// The sandboxed page that sends requests to other hosts, as an invisible frame.
import { useEffect, useRef } from 'preact/hooks'
import { usePage } from '../context.js'
import { askThrough, type Ask } from './ask.js'
import './sender.css'

/** `onReady`: called once, as soon as requests can be sent. */
export function SenderFrame ({ onReady }: { onReady: (ask: Ask) => void }) {
  const { session, words: { send: words } } = usePage()
  const frame = useRef<HTMLIFrameElement>(null)
  // The frame reports when it is ready. It has no origin to check, so its window identifies it.
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      const page = frame.current?.contentWindow
      if (page && source === page && data === 'ready') onReady(askThrough(page))
    }
    addEventListener('message', hear)
    // Only now: it may be ready before this effect runs.
    if (frame.current) frame.current.src = `${session.url}/send.html`
    return () => removeEventListener('message', hear)
  }, [])
  return (
    <iframe
      ref={frame} class='sender-frame' title={words.frame} sandbox='allow-scripts' allow='local-network-access *'
      referrerpolicy='no-referrer' tabIndex={-1} aria-hidden='true'
    />
  )
}
