// Runs cases in the page, one after the other, and collects their results. A case gets `at`, which makes addresses for this case.
/* global Document, document */
window.cases = []
window.add = (name, run) => window.cases.push({ name, run })

/** The result of a promise, or its error. */
window.outcome = async promise => {
  try {
    return { value: await window.plain(await promise) }
  } catch (error) {
    // Chromium adds this part only if the whole body had arrived before json() was called.
    const message = String(error?.message).replace("Failed to execute 'json' on 'Response': Unexpected", 'Unexpected')
    return { error: `${error?.name}: ${message}`, kind: Object.prototype.toString.call(error) }
  }
}

window.plain = async value => {
  if (value instanceof Blob) return { blob: value.type, text: await value.text() }
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
    return { kind: value.constructor.name, bytes: [...new Uint8Array(value)].slice(0, 50), length: value.byteLength }
  }
  if (value instanceof FormData) return { form: [...value] }
  if (value instanceof Response) {
    const { status, statusText, ok, redirected, type, bodyUsed } = value
    return {
      status,
      statusText,
      ok,
      redirected,
      type,
      bodyUsed,
      url: window.path(value.url),
      headers: [...value.headers].filter(([name]) => name !== 'date'),
      body: value.body === null ? null : 'stream'
    }
  }
  if (value instanceof Document) return { xml: value.documentElement.outerHTML }
  return value === undefined ? 'undefined' : value
}

// An image is not recorded.
window.breakOff = () => { document.createElement('img').src = '/break' }

window.path = url => url.replace(/^https?:\/\/[^/]+/, '')

window.runCases = async (origin, other) => {
  const results = {}
  const unhandled = []
  window.addEventListener('unhandledrejection', event => {
    unhandled.push(String(event.reason))
    event.preventDefault()
  })
  for (const [n, { name, run }] of window.cases.entries()) {
    const events = []
    const at = (query = '', base = origin) => `${base}/c?case=${n}${query && `&${query}`}`
    // Resolves when a held request of this case has arrived at the server.
    const arrived = () => fetch(`${origin}/arrived?case=${n}`)
    const result = await inTime(window.outcome((async () => run({ at, origin, other, arrived, log: event => events.push(event) }))()))
    results[name] = { result, events: [...events] }
  }
  results.unhandled = unhandled
  return results
}

/** Limits the time of a case, so that the others still run. */
function inTime (promise) {
  let timer
  const late = new Promise(resolve => { timer = setTimeout(resolve, window.patienceMs ?? 20_000, { value: 'hangs' }) })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
