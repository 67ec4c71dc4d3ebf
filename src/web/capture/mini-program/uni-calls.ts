// uni calls the platform below it, such as wx. That call is recorded, because only it has the address and the headers that interceptors of
// the app have set. If uni does not call the platform at once, because an interceptor waits or because uni has its own copy of the
// platform, the call of uni is recorded instead.

/** A call of uni that is recorded. The call of the platform below may still follow. */
interface UniCall { path: string }

/** Limits `waiting`: some calls of the platform never come, and their records would accumulate. */
const MAX_WAITING = 100

let calling: { isRecordedBelow: boolean } | undefined
let waiting: UniCall[] = []

/**
 * Runs `run`, which calls uni. If uni has not called the platform when `run` returns, it calls `record(end)`; the caller must call `end()`
 * when the request ends.
 */
export function recordUniCall<Result> (url: string, run: () => Result, record: (end: () => void) => void): Result {
  const [outer, inner] = [calling, { isRecordedBelow: false }]
  calling = inner
  try {
    return run()
  } finally {
    calling = outer
    if (!inner.isRecordedBelow) record(awaiting(url))
  }
}

/** Called for each call of the platform below. */
export function isRecordedAsUniCall (url: string): boolean {
  if (calling) {
    calling.isRecordedBelow = true
    return false
  }
  const path = pathOf(url)
  // An interceptor may have put its own address before the path.
  const call = waiting.find(one => path.endsWith(one.path))
  if (call) forget(call)
  return call !== undefined
}

function awaiting (url: string): () => void {
  const call = { path: pathOf(url) }
  waiting = [...waiting.slice(1 - MAX_WAITING), call]
  return () => forget(call)
}

function forget (call: UniCall): void {
  waiting = waiting.filter(one => one !== call)
}

function pathOf (url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*/, '')
}
