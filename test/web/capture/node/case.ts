// A case: a piece of an app that logs what it sees, and the requests that the recorder should record. It runs in two processes, one without
// the recorder and one with it; the logs and the requests that the servers see must be the same.
import type { Places } from './places.js'

export type Log = (...what: unknown[]) => void

export interface Expected {
  /** Method, path without the case's prefix, status or `failed`. */
  line: string
  /** Host and port, with N instead of the number. */
  host?: string
  request?: string
  response?: string
  /** A part of the response header. */
  header?: string
  /** A part of the note. */
  note?: string
}

export interface Case {
  title: string
  entries: Expected[]
  /** The connection of each request is deterministic, and must be the same. */
  connections?: boolean
  /** Runs in a process of its own, which it ends itself; its output and exit code are compared. */
  alone?: boolean
  /** `at`: the servers, with paths that begin with the prefix of the case. */
  run (at: Places, log: Log): Promise<unknown>
}

/** The comparable parts of an error. */
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
