// fetch: response bodies, request bodies, headers, methods, redirects, errors, bad arguments, streams, aborts.
/* global add, breakOff, outcome, plain, XMLHttpRequest */
const METHODS = ['text', 'json', 'arrayBuffer', 'blob', 'formData', 'bytes']
const ANSWERS = {
  text: '',
  json: 'type=application/json&text=[1.0,{"a":"ü"}]',
  'not json': 'type=application/json&text={',
  binary: 'type=image/png&hex=89504e47ff00',
  form: 'type=application/x-www-form-urlencoded&text=a=1%26b=2',
  empty: 'text=',
  'an error': 'status=500&type=application/json&text={"e":1}',
  'no content': 'status=204',
  pieces: 'pieces=5',
  'no type': 'type=&text=x'
}
for (const [what, query] of Object.entries(ANSWERS)) {
  for (const method of METHODS) {
    add(`fetch: ${method}() of ${what}`, async ({ at }) => {
      const response = await fetch(at(query))
      const before = await plain(response)
      return [before, await outcome(response[method]()), response.bodyUsed, await outcome(response.text())]
    })
  }
}

const ODD_JSON = {
  'a byte order mark': 'hex=efbbbf7b7d',
  'broken UTF-8': 'hex=22ff22',
  'half a character': 'text="\\ud83d"',
  'large numbers': 'text=[12345678901234567890,1e400,-0]',
  'a key __proto__': 'text={"__proto__":{"a":1},"a":2,"a":3}'
}
for (const [what, query] of Object.entries(ODD_JSON)) {
  add(`fetch: json() of ${what}`, async ({ at }) => {
    const { value, ...failed } = await outcome((await fetch(at(`type=application/json&${query}`))).json())
    return [
      failed, typeof value, Object.getOwnPropertyDescriptors(Object(value)), Object.getPrototypeOf(Object(value)) === Object.prototype
    ]
  })
}
add('fetch: a second json(), and one while the first reads', async ({ at, log }) => {
  const response = await fetch(at('type=application/json&text={}'))
  const first = response.json().then(() => log('first'))
  const second = outcome(response.json()).then(value => { log('second'); return value })
  return [response.bodyUsed, response.body.locked, await first, await second, await outcome(response.json())]
})
add('fetch: steps of others while json() reads', async ({ at, log }) => {
  const response = await fetch(at('type=application/json&text={}'))
  await response.json().then(() => { log('read'); Promise.resolve().then(() => log('a step')).then(() => log('two steps')) })
  log('after')
})

const BODIES = {
  text: () => 'a text ü',
  empty: () => '',
  params: () => new URLSearchParams('a=1&b=2'),
  blob: () => new Blob(['{"a":1}'], { type: 'application/json' }),
  buffer: () => new Uint8Array([1, 2, 255]).buffer,
  view: () => new Uint8Array([0, 1, 2, 255]).subarray(1),
  form: () => {
    const form = new FormData()
    form.append('a', 'b')
    form.append('f', new File(['file'], 'n.txt', { type: 'text/plain' }))
    return form
  },
  number: () => 5,
  object: () => ({ toString: () => 'an object' }),
  array: () => [1, 2]
}
for (const [what, make] of Object.entries(BODIES)) {
  add(`fetch: a body: ${what}`, async ({ at }) => (await fetch(at(), { method: 'POST', body: make() })).text())
  add(`fetch: a Request with a body: ${what}`, async ({ at }) => {
    const request = new Request(at(), { method: 'PUT', body: make(), headers: { 'x-a': '1' } })
    return [await (await fetch(request)).text(), request.bodyUsed, await outcome(request.text())]
  })
  add(`XHR: a body: ${what}`, ({ at }) => new Promise(resolve => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', at())
    xhr.onloadend = () => resolve([xhr.status, xhr.responseText])
    xhr.send(make())
  }))
}

for (const method of ['get', 'HEAD', 'POST', 'put', 'patch', 'DELETE', 'OPTIONS', 'FROB', 'TRACE', 'a b']) {
  add(`fetch: method ${method}`, async ({ at }) => plain(await fetch(at(), { method })))
}

const HEADERS = {
  record: () => ({ 'x-a': '1' }),
  pairs: () => [['x-a', '1'], ['x-a', '2']],
  Headers: () => new Headers({ 'x-a': '1' }),
  map: () => new Map([['x-a', '1']]),
  once: () => (function * () { yield ['x-a', '1'] })(),
  bad: () => ({ 'x a': '1' }),
  'of a number': () => ({ 'x-a': 1 }),
  null: () => null,
  text: () => 'x'
}
for (const [what, make] of Object.entries(HEADERS)) {
  add(`fetch: headers: ${what}`, ({ at }) => outcome(fetch(at(), { headers: make() }).then(response => response.text())))
}

const BAD = [
  [], [undefined], [null], ['http://'], ['/c', 1], ['/c', null], ['/c', { method: 'GET', body: 'x' }], ['/c', { mode: 'navigate' }],
  ['/c', { signal: 1 }], [Symbol('x')], ['/c', { credentials: 'x' }], ['/c', { redirect: 'x' }], ['http://user:pass@127.0.0.1/'],
  ['foo:bar'], ['blob:x'], ['data:text/plain,x']
]
for (const [n, args] of BAD.entries()) {
  add(`fetch: odd arguments ${n}`, async ({ log }) => {
    const promise = (() => {
      try {
        return fetch(...args)
      } catch (error) {
        log(`thrown ${error}`)
      }
    })()
    log(String(promise))
    return outcome(promise?.then(plain))
  })
}
add('fetch: an address that counts how often it is asked', async ({ at }) => {
  let asked = 0
  await fetch({ toString: () => { asked++; return at() } })
  return asked
})
add('fetch: init with getters, in their order', async ({ at, log }) => {
  await fetch(at(), { get method () { log('method'); return 'POST' } })
})
add('fetch: rejections that nobody handles, of requests that are recorded, and of those that cannot be', async () => {
  fetch('http://127.0.0.1:1/')
  fetch('http://')
  fetch({ toString: () => 'http://127.0.0.1:1/?object' })
  await new Promise(resolve => setTimeout(resolve, 500))
})
add('fetch: headers whose values are read by getters and converted by the page', ({ at, log }) => {
  const headers = { get 'x-a' () { log('x-a'); return '1' }, accept: { toString () { log('accept'); return 'text/x' } } }
  return outcome(fetch(at(), Object.freeze({ headers })))
})
add('fetch: init whose members are inherited, or are read by getters', async ({ at, log }) => {
  class Init {
    get method () { log('method'); return 'DELETE' }
    get headers () { log('headers'); return { 'x-a': '1' } }
  }
  await fetch(at(), new Init())
  await fetch(at(), Object.create({ method: 'PUT', body: '{"a":1}' }))
})
add('fetch: a URL, and a fragment', async ({ at }) => plain(await fetch(new URL(`${at()}#part`))))
add('fetch: another this', async () => outcome(Promise.resolve().then(() => fetch.call({}, '/c'))))
add('fetch: redirects', async ({ at }) => plain(await fetch(at(`to=${encodeURIComponent('/c?text=there')}`))))
add('fetch: redirect: manual', async ({ at }) => plain(await fetch(at('to=/c'), { redirect: 'manual' })))
add('fetch: redirect: error', ({ at }) => outcome(fetch(at('to=/c'), { redirect: 'error' })))
add('fetch: no-cors', async ({ at, other }) => plain(await fetch(at('', other), { mode: 'no-cors' })))
add('fetch: another origin', async ({ at, other }) => (await fetch(at('', other), { headers: { 'x-a': '1' } })).text())
add('fetch: another origin that refuses', ({ at, other }) => outcome(fetch(at('nocors', other))))
add('fetch: no server', () => outcome(fetch('http://127.0.0.1:1/')))
add('fetch: a server that hangs up', ({ at }) => outcome(fetch(at('reset'))))
add('fetch: a body that breaks off', async ({ at }) => {
  const response = await fetch(at('broken'))
  breakOff()
  return outcome(response.text())
})
add('fetch: keepalive within and over 64 KB', async ({ at }) => [
  await outcome(fetch(at(), { method: 'POST', keepalive: true, body: 'x'.repeat(60_000) }).then(response => response.text())),
  await outcome(fetch(at(), { method: 'POST', keepalive: true, body: 'x'.repeat(70_000) }).then(response => response.text()))
])
add('fetch: clone, and both are read', async ({ at }) => {
  const response = await fetch(at())
  const copy = response.clone()
  return [await response.text(), await copy.text()]
})
add('fetch: twice text()', async ({ at }) => {
  const response = await fetch(at())
  return Promise.all([outcome(response.text()), outcome(response.text())])
})
add('fetch: text() while locked', async ({ at }) => {
  const response = await fetch(at())
  response.body.getReader()
  return outcome(response.text())
})
add('fetch: a reader', async ({ at }) => {
  const reader = (await fetch(at('pieces=3'))).body.getReader()
  let text = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) text += new TextDecoder().decode(read.value)
  return text
})
add('fetch: for await', async ({ at }) => {
  let text = ''
  for await (const piece of (await fetch(at('pieces=3'))).body) text += new TextDecoder().decode(piece)
  return text
})
add('fetch: BYOB reader', async ({ at }) => {
  const reader = (await fetch(at())).body.getReader({ mode: 'byob' })
  return plain((await reader.read(new Uint8Array(3))).value)
})
add('fetch: pipeThrough', async ({ at }) =>
  new Response((await fetch(at())).body.pipeThrough(new TextDecoderStream()).pipeThrough(new TextEncoderStream())).text())
add('fetch: tee', async ({ at }) => (await Promise.all((await fetch(at())).body.tee().map(body => new Response(body).text()))))
add('fetch: cancel of a stream', async ({ at }) => {
  const { body } = await fetch(at('pieces=2&open'))
  return outcome(body.cancel())
})
for (let n = 0; n < 7; n++) {
  add(`fetch: six that are canceled leave a connection for others, ${n}`, async ({ at }) => {
    const response = await fetch(at('headers'))
    await response.body.cancel()
    return (await fetch(at())).text()
  })
}
add('fetch: an event stream, one by one', async ({ at }) => {
  const reader = (await fetch(at('pieces=1&open&type=text/event-stream'))).body.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
})
add('fetch: abort before', async ({ at }) => outcome(fetch(at(), { signal: AbortSignal.abort() })))
add('fetch: abort with a reason', async ({ at }) => outcome(fetch(at(), { signal: AbortSignal.abort(new RangeError('mine')) })))
add('fetch: abort while waiting', async ({ at, arrived }) => {
  const abort = new AbortController()
  const promise = outcome(fetch(at('hold'), { signal: abort.signal }))
  await arrived()
  abort.abort()
  return promise
})
add('fetch: timeout', async ({ at }) => outcome(fetch(at('hold'), { signal: AbortSignal.timeout(300) })))
for (const method of METHODS) {
  add(`fetch: abort while ${method}()`, async ({ at, arrived }) => {
    const abort = new AbortController()
    const response = await fetch(at('headers'), { signal: abort.signal })
    const read = outcome(response[method]())
    await arrived()
    abort.abort()
    return read
  })
}
add('fetch: a rejection that nobody handles', async ({ at }) => {
  fetch('http://127.0.0.1:1/nobody')
  await new Promise(resolve => window.addEventListener('unhandledrejection', resolve, { once: true }))
  return (await fetch(at())).text()
})
add('fetch: a body that fails and nobody handles', async ({ at }) => {
  const heard = new Promise(resolve => window.addEventListener('unhandledrejection', resolve, { once: true }))
  ;(await fetch(at('broken'))).text()
  breakOff()
  return String((await heard).reason)
})
add('fetch: a rejection that is handled', async ({ log }) => {
  await fetch('http://127.0.0.1:1/').catch(error => log(String(error)))
})
add('fetch: many at once', async ({ at }) =>
  (await Promise.all(Array.from({ length: 30 }, async (_, n) => (await fetch(at(`text=${n}`))).text()))).join())
add('fetch: large', async ({ at }) => (await (await fetch(at('size=3000000'))).text()).length)
add('fetch: the page changes what it got', async ({ at }) => {
  const bytes = new Uint8Array(await (await fetch(at())).arrayBuffer())
  bytes.fill(0)
  return bytes.length
})
add('fetch: a response has no properties of its own, and headers that do not change', async ({ at }) => {
  const response = await fetch(at())
  return [Object.keys(response), Object.getOwnPropertySymbols(response).length, Object.getPrototypeOf(response) === Response.prototype,
    await outcome(Promise.resolve().then(() => response.headers.set('a', 'b')))]
})
