// Promises of the browser that the recorder looks at on their way to the page. What the page gets is derived: a handler of ours on the
// promise itself would hide that the page handles no rejection.
import { quiet } from '../core/host.js'

// As Chromium's console tells it. A module has none: there it is a part of the app.
let own = ''

export function ownScript (address: string): void {
  own = address
}

/** `given`: what the page gets in place of the value. */
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

// Errors name whoever called, which is us. Browsers tell no page of a rejection that nobody handles where the script of another origin
// stands in the error, and so our lines are taken out.
function hideOwn (error: unknown): void {
  if (!own || !(error instanceof Error) || typeof error.stack !== 'string') return
  error.stack = error.stack.split('\n').filter(line => !line.includes(own)).join('\n')
}
