// The state of the request that the dialog sends. Requests are sent through the sandboxed page, one at a time.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Ask } from '../sender/ask.js'
import type { SendResult, Outgoing } from '../sender/message.js'

export type Sending =
  | { state: 'idle' }
  | { state: 'under way' }
  | { state: 'over', outcome: SendResult, startedMs: number }

export interface Sender {
  /** Called by the frame when it is ready. */
  onReady: (ask: Ask) => void
  isReady: boolean
  sending: Sending
  send: (request: Outgoing) => void
  stop: () => void
}

export function useSender (): Sender {
  const ask = useRef<Ask | undefined>(undefined)
  const over = useRef<AbortController | undefined>(undefined)
  const [isReady, setReady] = useState(false)
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  useEffect(() => () => over.current?.abort(), [])
  const onReady = (ready: Ask) => {
    ask.current = ready
    setReady(true)
  }
  const send = (request: Outgoing) => {
    const startedMs = Date.now()
    const controller = over.current = new AbortController()
    setSending({ state: 'under way' })
    ask.current?.(request, controller.signal).then(outcome => setSending({ state: 'over', outcome, startedMs }), () => {})
  }
  return { onReady, isReady, sending, send, stop: () => over.current?.abort() }
}
