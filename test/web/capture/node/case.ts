// A case: a piece of an app that logs what it sees, and the requests that the recorder should record. It runs in a process without and
// in one with the recorder; the logs and the requests that the servers see must be the same.
import type { Places } from './places.js'

export type Log = (...what: unknown[]) => void

export interface Expected {
  /** Method, path without the case's prefix, status or `failed`. */
  line: string
  /** Host and port, with N for its number. */
  host?: string
  request?: string
  response?: string
  /** What the note holds. */
  note?: string
}

export interface Case {
  title: string
  entries: Expected[]
  /** Which connection a request takes is not left to chance, and must be the same. */
  connections?: boolean
  /** Runs in a process of its own, which it ends in its own way: what it prints and its exit code are compared. */
  alone?: boolean
  /** The places are those of the case alone: their paths begin with its prefix. */
  run (at: Places, log: Log): Promise<unknown>
}

/** What can be compared of an error. */
export function told (error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, cause } = error
  return {
    name,
    message: message.replace(/:\d{4,5}\b/g, ':PORT'),
    code: (error as { code?: string }).code,
    ...(cause !== undefined && { cause: told(cause) })
  }
}
