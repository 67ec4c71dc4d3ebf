// The messages between the page and the sender page, over a port that the page opens.

export interface Outgoing {
  method: string
  url: string
  /** Values contain one character per byte. */
  headers: [name: string, value: string][]
  body: Uint8Array<ArrayBuffer> | undefined
  credentials: 'omit' | 'include'
}

export interface Incoming {
  status: number
  statusText: string
  /** The headers that CORS allows a page to read. */
  headers: [name: string, value: string][]
  /** The final URL, after redirects. */
  url: string
  body: Uint8Array<ArrayBuffer>
  /** Why the body is incomplete. */
  cut: 'stopped' | 'large' | 'broken' | undefined
  /** Milliseconds until the headers arrived, and until everything had arrived. */
  headersMs: number
  totalMs: number
}

export type SendResult = { incoming: Incoming } | { failed: string, totalMs: number }

/** Tells the sender to stop. */
export const STOP = 'stop'
