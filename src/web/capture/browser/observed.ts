// Observes promises of the browser before the page gets them. The page gets a derived promise: if it got the first one, our handler would
// make the browser treat every rejection as handled.
import { quiet } from '../core/host.js'

// The address of this script, as Chromium writes it in a stack. Empty for a module: there the recorder is a part of the app.
let own = ''

export function ownScript (address: string): void {
  own = address
}

/** `given`: converts the value to the one that the page gets. */
export function observed (
  promise: Promise<unknown>, seen: (value: unknown) => void, failed: (error: unknown) => void, given = (value: unknown) => value
): Promise<unknown> {
  promise.then(undefined, (error: unknown) => {
    quiet(() => failed(error))
    quiet(() => hideOwn(error))
  })
  return promise.then(value => {
    quiet(() => seen(value))
    return given(value)
  })
}

// The stack of an error names its caller, which is us. Browsers do not report an unhandled rejection to the page if a script of another
// origin is in the stack, so our lines are removed.
function hideOwn (error: unknown): void {
  if (!own || !(error instanceof Error) || typeof error.stack !== 'string') return
  error.stack = error.stack.split('\n').filter(line => !line.includes(own)).join('\n')
}
