// Responses of events that the page reads as streams, in each of the ways in which streams can be read.
/* global add, outcome */
const EVENTS = 'pieces=5&type=text/event-stream'
const open = (at, more = '') => fetch(at(EVENTS + more)).then(({ body }) => body)
const decoded = pieces => pieces.map(piece => new TextDecoder().decode(piece)).join('')
const readAll = async reader => {
  const pieces = []
  for (let read = await reader.read(); !read.done; read = await reader.read()) pieces.push(read.value)
  return decoded(pieces)
}
const collect = async stream => {
  const pieces = []
  await stream.pipeTo(new WritableStream({ write: piece => { pieces.push(piece) } }))
  return pieces
}

const WAYS = {
  'by a reader': async ({ at }) => {
    const body = await open(at)
    const reader = body.getReader()
    const text = await readAll(reader)
    const closed = await outcome(reader.closed)
    reader.releaseLock()
    return [text, closed, body.locked]
  },
  'by a byob reader': async ({ at }) => {
    const reader = (await open(at)).getReader({ mode: 'byob' })
    const { value } = await reader.read(new Uint8Array(8))
    await reader.cancel()
    return value
  },
  'by for await': async ({ at }) => {
    const pieces = []
    for await (const piece of await open(at)) pieces.push(piece)
    return decoded(pieces)
  },
  'piped to': async ({ at }) => {
    const body = await open(at)
    const piped = collect(body)
    return [body.locked, decoded(await piped), body.locked]
  },
  'piped through': async ({ at }) => {
    const body = await open(at)
    const text = body.pipeThrough(new TextDecoderStream())
    return [body.locked, (await collect(text)).join('')]
  },
  'piped to what fails': async ({ at }) => {
    const failing = new WritableStream({ write: () => { throw new TypeError('full') } })
    return outcome((await open(at, '&open')).pipeTo(failing))
  },
  'piped to what fails, without cancel': async ({ at }) => {
    const failing = new WritableStream({ write: () => { throw new TypeError('full') } })
    return outcome((await open(at)).pipeTo(failing, { preventCancel: true }))
  },
  'piped, and aborted': async ({ at }) => {
    const abort = new AbortController()
    const piped = outcome((await open(at, '&open')).pipeTo(new WritableStream(), { signal: abort.signal }))
    abort.abort()
    return piped
  },
  'piped wrongly': async ({ at }) => {
    const body = await open(at)
    const wrong = [await outcome(body.pipeTo({})), await outcome((async () => body.pipeThrough({}))())]
    return [wrong, body.locked, await readAll(body.getReader())]
  },
  'piped while it is locked': async ({ at }) => {
    const body = await open(at)
    const reader = body.getReader()
    return [await outcome(body.pipeTo(new WritableStream())), await readAll(reader)]
  },
  'in two branches': async ({ at }) => Promise.all((await open(at)).tee().map(branch => readAll(branch.getReader()))),
  'in a clone': async ({ at }) => {
    const response = await fetch(at(EVENTS))
    const clone = response.clone()
    return [await readAll(clone.body.getReader()), await readAll(response.body.getReader())]
  },
  canceled: async ({ at }) => {
    const body = await open(at, '&open')
    const canceled = await outcome(body.cancel('enough'))
    return [canceled, await body.getReader().read()]
  },
  'a reader that is canceled while it reads': async ({ at }) => {
    const reader = (await open(at, '&open')).getReader()
    await reader.read()
    const reads = [outcome(reader.read()), outcome(reader.read())]
    await reader.cancel('enough')
    return (await Promise.all(reads)).length
  },
  'a lock that is released while it reads': async ({ at }) => {
    const body = await open(at)
    const reader = body.getReader()
    const pending = Array.from({ length: 9 }, () => outcome(reader.read()))
    reader.releaseLock()
    return [(await Promise.all(pending)).at(-1), body.locked]
  },
  'aborted while it reads': async ({ at }) => {
    const abort = new AbortController()
    const { body } = await fetch(at(`${EVENTS}&open`), { signal: abort.signal })
    const reader = body.getReader()
    await reader.read()
    const read = outcome((async () => { for (;;) await reader.read() })())
    abort.abort()
    return [await read, await outcome(reader.closed)]
  },
  'as a whole': async ({ at }) => (await fetch(at(EVENTS))).text(),
  'in a new Response': async ({ at }) => new Response(await open(at)).text(),
  'bytes that are changed at once': async ({ at }) => {
    const { value } = await (await open(at)).getReader().read()
    structuredClone(value.buffer, { transfer: [value.buffer] })
    return value.length
  }
}
for (const [way, run] of Object.entries(WAYS)) add(`stream of events: ${way}`, run)

const OF_STREAMS = ['ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader']
add('stream of events: how its functions look', () => OF_STREAMS.map(name =>
  Object.entries(Object.getOwnPropertyDescriptors(window[name].prototype)).map(([key, { value, get, ...rest }]) =>
    [key, rest, String(value ?? get), (value ?? get).name, (value ?? get).length])))
add('stream of events: its iterator', () => ReadableStream.prototype.values === ReadableStream.prototype[Symbol.asyncIterator])
