// The errors that an app gets if a rule fails its request. They look like the errors of Node and undici: same names, texts and codes. Their
// stacks have no frames, because frames of the recorder would mislead.
import { getSystemErrorMap } from 'node:util'

/** The service closed the connection: the same error in http, undici and the cause of fetch. */
export function networkError (): Error {
  const errno = errnoOf('ECONNRESET')
  return bare('Error', 'read ECONNRESET', { ...errno !== undefined && { errno }, code: 'ECONNRESET', syscall: 'read' })
}

/** The error of undici if the headers do not come in time. */
export function headersTimeoutError (): Error {
  return ofUndici('HeadersTimeoutError', 'Headers Timeout Error', 'UND_ERR_HEADERS_TIMEOUT')
}

const ruleAborts = new WeakSet<object>()

/** The error of undici if a rule aborts the request. fetch makes it the cause of its own error. */
export function ruleAbortError (): Error {
  const error = requestAbortedError()
  ruleAborts.add(error)
  return error
}

/** Whether the error, or one of its causes, is that. */
export function isAbortOfRule (error: unknown): boolean {
  for (let [one, depth] = [error, 0]; typeof one === 'object' && one !== null && depth < MAX_CAUSES; depth++) {
    if (ruleAborts.has(one)) return true
    one = (one as { cause?: unknown }).cause
  }
  return false
}

const MAX_CAUSES = 4

/** The error of undici if the app aborts the request without a reason. */
export function requestAbortedError (): Error {
  return ofUndici('AbortError', 'Request aborted', 'UND_ERR_ABORTED')
}

/** The error of http if the signal of the request is aborted. */
export function httpAbortError (): Error {
  return bare('AbortError', 'The operation was aborted', { code: 'ABORT_ERR' })
}

/** The error of fetch if its signal is aborted. */
export function fetchAbortError (): DOMException {
  return new DOMException('This operation was aborted', 'AbortError')
}

function ofUndici (name: string, message: string, code: string): Error {
  // By this symbol, `instanceof` works with the classes of every copy of undici.
  return Object.defineProperty(bare(name, message, { code }), Symbol.for(`undici.error.${code}`), { value: true })
}

function bare (name: string, message: string, more: object): Error {
  const error = new Error(message)
  if (name !== 'Error') Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true })
  Object.defineProperty(error, 'stack', { value: `${name}: ${message}`, configurable: true, writable: true })
  return Object.assign(error, more)
}

function errnoOf (code: string): number | undefined {
  for (const [errno, [name]] of getSystemErrorMap()) if (name === code) return errno
  return undefined
}
