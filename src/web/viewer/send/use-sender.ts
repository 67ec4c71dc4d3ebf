// Sends requests through a sandboxed page, which is the only one that may connect to other hosts. One request at a time.
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { STOP, type SendResult, type Outgoing } from './message.js'

export type Sending =
  | { state: 'idle' }
  | { state: 'under way' }
  | { state: 'over', outcome: SendResult, startedMs: number }

export interface Sender {
  frame: RefObject<HTMLIFrameElement | null>
  isReady: boolean
  sending: Sending
  send: (request: Outgoing) => void
  stop: () => void
}

export function useSender (): Sender {
  const frame = useRef<HTMLIFrameElement>(null)
  const port = useRef<MessagePort | undefined>(undefined)
  const [isReady, setReady] = useState(false)
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  useEffect(() => {
    // The frame reports when it is ready. It has no origin to check, so its window identifies it.
    const hear = ({ source, data }: MessageEvent) => {
      if (source !== null && source === frame.current?.contentWindow && data === 'ready') setReady(true)
    }
    addEventListener('message', hear)
    return () => {
      removeEventListener('message', hear)
      port.current?.close()
    }
  }, [])
  const send = (request: Outgoing) => {
    const { port1, port2 } = new MessageChannel()
    const startedMs = Date.now()
    port.current = port1
    port1.onmessage = ({ data }: MessageEvent<SendResult>) => {
      port1.close()
      setSending({ state: 'over', outcome: data, startedMs })
    }
    setSending({ state: 'under way' })
    frame.current?.contentWindow?.postMessage(request, '*', [port2])
  }
  return { frame, isReady, sending, send, stop: () => port.current?.postMessage(STOP) }
}
