// The errors that routes throw for clients: code, HTTP status and default sentence; and the WebSocket close codes. `http/errors.ts`
// converts Fastify's errors with a 4xx status to these errors. All other errors are faults: the client gets `internal`, and only the log
// gets the text of the error.

const API_ERRORS = {
  bad_request: { status: 400, sentence: 'The request is not valid' },
  unauthorized: {
    status: 401, headers: { 'www-authenticate': 'Bearer' }, sentence: 'Send a token: Authorization: Bearer <token>, or ?token=<token>'
  },
  forbidden: { status: 403, sentence: 'This is not permitted' },
  not_found: { status: 404, sentence: 'Not found' },
  too_large: { status: 413, sentence: 'The request is too large' },
  unsupported_media_type: { status: 415, sentence: 'This content type is not supported' },
  rate_limited: { status: 429, sentence: 'Too many requests' },
  internal: { status: 500, sentence: 'Internal error; the log of the service has the reason' },
  unavailable: { status: 503, headers: { 'retry-after': '1' }, sentence: 'Redis is temporarily unavailable; try again' },
  storage_full: { status: 507, sentence: 'Redis is full; delete or clear entries, or wait for sessions to expire' }
} as const satisfies Record<string, { status: number, sentence: string, headers?: Record<string, string> }>

export type ApiErrorCode = keyof typeof API_ERRORS
export const API_ERROR_CODES = Object.keys(API_ERRORS) as ApiErrorCode[]

/** An outcome that the client gets as `code` and `message`; `cause` is for the log only. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Additional headers of the response. */
  readonly headers: Record<string, string>

  constructor (readonly code: ApiErrorCode, sentence?: string, options?: ErrorOptions) {
    const known: { status: number, sentence: string, headers?: Record<string, string> } = API_ERRORS[code]
    super(sentence ?? known.sentence, options)
    this.status = known.status
    this.headers = known.headers ?? {}
  }
}

/** What a client has sent, for a sentence of an error. */
export function short (text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH).toWellFormed()}…`
}

const MAX_LENGTH = 100

/** The part of an error that a client gets, as plain data: for one push of several, and for threads, where an error loses its class. */
export interface Refusal { code: ApiErrorCode, message: string }

export function refusalOf ({ code, message }: ApiError): Refusal {
  return { code, message }
}

/** WebSocket close codes by what they mean here, with their names in the IANA registry. A viewer reconnects after each. */
export const CLOSE = {
  /** Going Away: the replica shuts down. */
  shutdown: 1001,
  /** Service Restart: the change stream may have a gap, or cannot be joined right now: connect again, and list the entries again. */
  resync: 1012,
  /** Try Again Later: the viewer does not read as fast as changes come. */
  slow: 1013
} as const

export type CloseCode = typeof CLOSE[keyof typeof CLOSE]
