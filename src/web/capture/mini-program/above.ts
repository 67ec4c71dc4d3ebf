// uni calls the platform below it, such as wx. That call is recorded, because only it has the address and the headers that interceptors of
// the app made. If uni does not call the platform at once, because an interceptor waits or because uni has its own copy of the platform,
// the call of uni is recorded instead.

/** A call of uni that is recorded. The call of the platform below may still follow. */
interface Above { path: string }

/** Limits `waiting`: some calls of the platform never come, and their records would accumulate. */
const MOST = 100

let calling: { isRecordedBelow: boolean } | undefined
let waiting: Above[] = []

/**
 * Runs `run`, which calls uni. If uni has not called the platform when `run` returns, it calls `record(end)`; the caller must call `end()`
 * when the request ends.
 */
export function calledAbove<Result> (url: string, run: () => Result, record: (end: () => void) => void): Result {
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
export function isRecordedAbove (url: string): boolean {
  if (calling) {
    calling.isRecordedBelow = true
    return false
  }
  const path = pathOf(url)
  // An interceptor may have put its own address before the path.
  const above = waiting.find(one => path.endsWith(one.path))
  if (above) forget(above)
  return above !== undefined
}

function awaiting (url: string): () => void {
  const above = { path: pathOf(url) }
  waiting = [...waiting.slice(1 - MOST), above]
  return () => forget(above)
}

function forget (above: Above): void {
  waiting = waiting.filter(one => one !== above)
}

function pathOf (url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*/, '')
}
