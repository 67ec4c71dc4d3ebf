// What the page and the page that sends tell each other, over a port that the first one opens.

export interface Outgoing {
  method: string
  url: string
  /** Values hold a character for each byte. */
  headers: [name: string, value: string][]
  body: Uint8Array<ArrayBuffer> | undefined
  credentials: 'omit' | 'include'
}

export interface Incoming {
  status: number
  statusText: string
  /** Those that CORS lets a page see. */
  headers: [name: string, value: string][]
  /** Where it came from in the end, behind redirects. */
  url: string
  body: Uint8Array<ArrayBuffer>
  /** Why the body is not whole. */
  cut: 'stopped' | 'large' | 'broken' | undefined
  /** Milliseconds until the headers were there, and until all was. */
  headersMs: number
  totalMs: number
}

export type Outcome = { incoming: Incoming } | { failed: string, totalMs: number }

/** To the sender: no more is wanted. */
export const STOP = 'stop'
