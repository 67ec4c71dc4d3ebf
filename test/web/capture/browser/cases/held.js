// Responses whose stream the page holds for longer than the recorder waits, and requests that are aborted.
/* global add, outcome */
const LATER_MS = 1500
const later = () => new Promise(resolve => { setTimeout(resolve, LATER_MS) })
const textOf = async stream => {
  let text = ''
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) text += piece
  return text
}

// Each function gets a response, and returns a function that reads it later.
const HELD = {
  'its stream, by a reader': ({ body }) => async () => {
    const { value } = await body.getReader().read()
    return new TextDecoder().decode(value)
  },
  'its stream, piped': ({ body }) => () => textOf(body),
  'its stream, in a new Response': ({ body }) => () => new Response(body).text(),
  'a new Response of it': response => {
    const made = new Response(response.body, response)
    return () => made.json()
  },
  'itself, whose stream was looked at': response => {
    const { body } = response
    return async () => [await response.text(), response.body === body]
  },
  'a clone, whose stream was looked at': response => {
    const clone = response.clone()
    const { body } = clone
    return async () => [await clone.text(), clone.body === body, await response.text()]
  },
  itself: response => () => response.json()
}
for (const [what, hold] of Object.entries(HELD)) {
  add(`fetch: read later: ${what}`, async ({ at }) => {
    const query = 'type=application/json&text={"held":1}'
    const responses = await Promise.all([fetch(at(query)), fetch(at(`status=500&${query}`))])
    const reads = responses.map(hold)
    await later()
    return Promise.all(reads.map(read => outcome(read())))
  })
}
for (const method of ['text', 'json', 'formData']) {
  add(`fetch: the stream is the same after ${method}()`, async ({ at }) => {
    const response = await fetch(at('type=application/x-www-form-urlencoded&text=a=1'))
    const { body } = response
    return [await outcome(response[method]()), response.body === body]
  })
}
add('fetch: a getter of the stream that is called on something else', () =>
  outcome(Promise.resolve().then(() => Object.getOwnPropertyDescriptor(Response.prototype, 'body').get.call({}))))

const rejectsWhen = async promise => {
  const log = []
  await Promise.all([promise.catch(error => log.push(error.name)), Promise.resolve().then(() => log.push('a step later'))])
  return log
}
add('fetch: an aborted signal rejects at once', ({ at }) => rejectsWhen(fetch(at(), { signal: AbortSignal.abort() })))
add('fetch: an aborted Request rejects at once', ({ at }) => rejectsWhen(fetch(new Request(at(), { signal: AbortSignal.abort() }))))
for (const method of ['text', 'json', 'arrayBuffer', 'blob', 'formData', 'bytes']) {
  add(`fetch: ${method}() rejects at once if it is aborted`, async ({ at }) => {
    const abort = new AbortController()
    const response = await fetch(at('type=application/json&text={}'), { signal: abort.signal })
    abort.abort()
    return rejectsWhen(response[method]())
  })
}
add('fetch: an aborted upload cancels its source', async ({ at }) => {
  let canceled
  const heard = new Promise(resolve => { canceled = resolve })
  const body = new ReadableStream({
    pull: source => { source.enqueue(new TextEncoder().encode('a')) },
    cancel: () => canceled('canceled')
  }, { highWaterMark: 0 })
  const abort = new AbortController()
  const request = new Request(at(), {
    method: 'POST', body, duplex: 'half', headers: { 'content-type': 'text/plain' }, signal: abort.signal
  })
  const asked = outcome(fetch(request))
  abort.abort()
  await asked
  return Promise.race([heard, new Promise(resolve => { setTimeout(resolve, 1000, 'not canceled') })])
})
