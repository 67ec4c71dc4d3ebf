// Observes promises of the browser before the page gets them. The page gets a derived promise: if it got the original one, our handler
// would make the browser treat every rejection as handled.
import { quiet } from '../core/host.js'

/** `given`: converts the value to the one that the page gets. */
export function observed (
  promise: Promise<unknown>, seen: (value: unknown) => void, failed: (error: unknown) => void, given = (value: unknown) => value
): Promise<unknown> {
  promise.then(undefined, (error: unknown) => {
    quiet(() => failed(error))
    withoutOwn(error)
  })
  return promise.then(value => {
    quiet(() => seen(value))
    return given(value)
  })
}

// What Chromium writes for the function that calls the browser's own in turn with ours: see frameless.ts.
const OURS = /^ +at Array\.reduce \(<anonymous>\)\n/m

function withoutOwn (error: unknown): void {
  quiet(() => {
    if (error instanceof Error && typeof error.stack === 'string') error.stack = error.stack.replace(OURS, '')
  })
}
