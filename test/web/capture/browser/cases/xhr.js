// XMLHttpRequest: order of events, kinds of answers, errors, reuse; beacons, EventSource, WebSocket, and properties of the functions.
/* global add, breakOff, outcome, path, XMLHttpRequest, EventSource */
const EVENTS = ['readystatechange', 'loadstart', 'progress', 'load', 'loadend', 'abort', 'error', 'timeout']

function ask ({ at, log }, query, set = () => {}, base) {
  return new Promise(resolve => {
    const xhr = new XMLHttpRequest()
    for (const name of EVENTS) {
      xhr.addEventListener(name,
        event => log([name, xhr.readyState, xhr.status, event.target === xhr, event.isTrusted, event.loaded].join()))
    }
    xhr.open('GET', at(query, base))
    set(xhr)
    xhr.addEventListener('loadend', async () => resolve([
      xhr.status, xhr.statusText, path(xhr.responseURL), xhr.getAllResponseHeaders().replace(/date:.*\r\n/i, ''),
      await outcome(xhr.response)
    ]))
    xhr.send()
  })
}

const ANSWERS = {
  text: '',
  json: 'type=application/json&text=[1.0]',
  binary: 'type=image/png&hex=89504e47ff00',
  xml: 'type=text/xml&text=<a><b/></a>',
  error: 'status=404',
  empty: 'status=204',
  pieces: 'pieces=5'
}
for (const [what, query] of Object.entries(ANSWERS)) {
  for (const type of ['', 'text', 'json', 'arraybuffer', 'blob', 'document']) {
    add(`XHR: ${what} as ${type || 'nothing'}`, context => ask(context, query, xhr => { xhr.responseType = type }))
  }
}
add('XHR: headers', context => ask(context, '', xhr => { xhr.setRequestHeader('X-A', '1'); xhr.setRequestHeader('X-A', '2') }))
add('XHR: another origin', context => ask(context, '', xhr => xhr.setRequestHeader('X-A', '1'), context.other))
add('XHR: another origin without a preflight', context => ask(context, '', undefined, context.other))
add('XHR: another origin that refuses', context => ask(context, 'nocors', undefined, context.other))
add('XHR: a redirect', context => ask(context, 'to=/c'))
add('XHR: timeout', context => ask(context, 'hold', xhr => { xhr.timeout = 300 }))
add('XHR: abort while waiting', context => ask(context, 'hold', xhr => { context.arrived().then(() => xhr.abort()) }))
add('XHR: abort at once', context => ask(context, 'hold', xhr => queueMicrotask(() => xhr.abort())))
add('XHR: abort after the headers', context =>
  ask(context, 'headers', xhr => { xhr.onreadystatechange = () => { if (xhr.readyState === 2) setTimeout(() => xhr.abort()) } }))
add('XHR: a server that hangs up', context => ask(context, 'reset'))
add('XHR: a body that breaks off', context =>
  ask(context, 'broken', xhr => { xhr.onreadystatechange = () => { if (xhr.readyState === 2) breakOff() } }))
add('XHR: mime type of its own', context => ask(context, '', xhr => xhr.overrideMimeType('text/xml')))
add('XHR: this is the request', ({ at }) => new Promise(resolve => {
  const xhr = new XMLHttpRequest()
  xhr.open('GET', at())
  xhr.onload = function (event) { resolve([this === xhr, event.currentTarget === xhr]) }
  xhr.send()
}))
add('XHR: opened again when it is done, in its own handler', ({ at, log }) => new Promise(resolve => {
  const xhr = new XMLHttpRequest()
  let left = 3
  xhr.onreadystatechange = () => {
    if (xhr.readyState !== 4) return
    log(xhr.responseText)
    if (--left === 0) return resolve()
    xhr.open('GET', at(`text=${left}`))
    xhr.send()
  }
  xhr.open('GET', at('text=first'))
  xhr.send()
}))
add('XHR: opened again before it is done', ({ at }) => new Promise(resolve => {
  const xhr = new XMLHttpRequest()
  xhr.open('GET', at('hold'))
  xhr.send()
  xhr.open('GET', at('text=second'))
  xhr.onloadend = () => resolve(xhr.responseText)
  xhr.send()
}))
add('XHR: aborted in its own handler', ({ at, log }) => new Promise(resolve => {
  const xhr = new XMLHttpRequest()
  xhr.onreadystatechange = () => {
    log(xhr.readyState)
    if (xhr.readyState === 4) xhr.abort()
  }
  for (const name of EVENTS) xhr.addEventListener(name, () => log(name))
  xhr.open('GET', at())
  xhr.send()
  // All events of this request arrive before another request is answered.
  xhr.addEventListener('readystatechange', () => { if (xhr.readyState === 0) fetch(at('after')).then(() => resolve()) })
}))
add('XHR: synchronous', ({ at, log }) => {
  const xhr = new XMLHttpRequest()
  for (const name of EVENTS) xhr.addEventListener(name, () => log(name))
  xhr.open('GET', at(), false)
  xhr.send()
  return [xhr.status, xhr.responseText]
})
add('XHR: synchronous, no server', () => {
  const xhr = new XMLHttpRequest()
  xhr.open('GET', 'http://127.0.0.1:1/', false)
  return outcome((async () => xhr.send())())
})
const MISUSES = {
  'send before open': xhr => xhr.send(),
  'twice send': (xhr, at) => { xhr.open('GET', at()); xhr.send(); xhr.send() },
  'a bad method': (xhr, at) => xhr.open('a b', at()),
  'a forbidden method': (xhr, at) => xhr.open('TRACE', at()),
  'a bad address': xhr => xhr.open('GET', 'http://'),
  'too few arguments': xhr => xhr.open('GET'),
  'a header before open': xhr => xhr.setRequestHeader('a', 'b'),
  'a bad header': (xhr, at) => { xhr.open('GET', at()); xhr.setRequestHeader('a b', 'c') },
  'a body that cannot be text': (xhr, at) => {
    xhr.open('POST', at())
    xhr.send({ toString () { throw new Error('own') } })
  },
  'open of something else': () => XMLHttpRequest.prototype.open.call({}, 'GET', '/c'),
  'send of something else': () => XMLHttpRequest.prototype.send.call({}),
  'a synchronous one with a type': (xhr, at) => { xhr.responseType = 'json'; xhr.open('GET', at(), false) }
}
for (const [what, misuse] of Object.entries(MISUSES)) {
  add(`XHR: ${what}`, async ({ at }) => {
    const xhr = new XMLHttpRequest()
    const result = await outcome((async () => misuse(xhr, at))())
    if (xhr.readyState === 1 && what === 'twice send') await new Promise(resolve => { xhr.onloadend = resolve })
    return [result, xhr.readyState]
  })
}
add('XHR: a subclass', ({ at, log }) => new Promise(resolve => {
  class Mine extends XMLHttpRequest {
    open (...args) { log('open'); super.open(...args) }
    send (...args) { log('send'); super.send(...args) }
  }
  const xhr = new Mine()
  xhr.open('GET', at())
  xhr.onload = () => resolve([xhr instanceof Mine, xhr.responseText])
  xhr.send()
}))
add('XHR: handleEvent objects, and once', ({ at, log }) => new Promise(resolve => {
  const xhr = new XMLHttpRequest()
  xhr.addEventListener('load', { handleEvent () { log('object'); resolve() } })
  xhr.addEventListener('load', () => log('once'), { once: true })
  xhr.open('GET', at())
  xhr.send()
}))
add('XHR: upload progress', ({ at, log }) => new Promise(resolve => {
  const xhr = new XMLHttpRequest()
  xhr.upload.onloadstart = () => log('loadstart')
  xhr.upload.onload = ({ loaded, total }) => log(`load ${loaded} of ${total}`)
  xhr.open('POST', at())
  xhr.onload = () => resolve(xhr.status)
  xhr.send('x'.repeat(1000))
}))
for (const [what, body] of Object.entries({
  text: () => 'b',
  blob: () => new Blob(['b'], { type: 'text/x' }),
  params: () => new URLSearchParams('a=1'),
  nothing: () => undefined,
  large: () => 'x'.repeat(70_000)
})) {
  add(`beacon: ${what}`, async ({ at }) => {
    const queued = navigator.sendBeacon(at('beacon'), body())
    await (await fetch(at('after'))).text()
    return queued
  })
}
add('beacon: bad arguments', () => Promise.all([
  outcome((async () => navigator.sendBeacon())()),
  outcome((async () => navigator.sendBeacon('http://'))()),
  outcome((async () => Navigator.prototype.sendBeacon.call({}, '/c'))())
]))
add('EventSource: messages, and close', ({ at, log }) => new Promise(resolve => {
  const source = new EventSource(at('pieces=3&open&type=text/event-stream'))
  source.onopen = () => log('open')
  source.onmessage = ({ data }) => {
    log(data)
    if (data === '2') {
      source.close()
      resolve([source.readyState, source.constructor === EventSource, source instanceof EventSource, path(source.url)])
    }
  }
}))
add('EventSource: refused', ({ at, log }) => new Promise(resolve => {
  const source = new EventSource(at('status=404'))
  source.onerror = ({ target }) => resolve([target === source, source.readyState])
}))
add('EventSource: misuse', () => Promise.all([
  outcome((async () => EventSource('/c'))()),
  outcome((async () => new EventSource())()),
  outcome((async () => new EventSource('http://'))())
]))
add('WebSocket: messages there and back, and close', ({ at, log }) => new Promise(resolve => {
  const socket = new WebSocket(at().replace('http', 'ws'))
  socket.onopen = () => { log('open'); socket.send('one'); socket.send(new Uint8Array([1, 2])) }
  socket.onmessage = async ({ data }) => {
    log(typeof data === 'string' ? data : `blob of ${data.size}`)
    if (typeof data !== 'string') socket.send('bye')
  }
  socket.onclose = ({ code, reason, wasClean }) => resolve([code, reason, wasClean, socket.constructor === WebSocket])
}))
add('WebSocket: no server', ({ log }) => new Promise(resolve => {
  const socket = new WebSocket('ws://127.0.0.1:1/')
  socket.onerror = () => log('error')
  socket.onclose = ({ code }) => resolve(code)
}))
add('WebSocket: a subclass', () => {
  class Mine extends WebSocket {}
  const socket = new Mine('ws://127.0.0.1:1/')
  return [socket instanceof Mine, socket instanceof WebSocket, WebSocket.CONNECTING, Object.getPrototypeOf(Mine) === WebSocket]
})
add('WebSocket: misuse', () => Promise.all([
  outcome((async () => WebSocket('ws://a'))()),
  outcome((async () => new WebSocket('http://a b'))()),
  outcome((async () => new WebSocket('ws://127.0.0.1:1/').send('early'))())
]))

const FUNCTIONS = {
  fetch: [window, 'fetch'],
  open: [XMLHttpRequest.prototype, 'open'],
  send: [XMLHttpRequest.prototype, 'send'],
  setRequestHeader: [XMLHttpRequest.prototype, 'setRequestHeader'],
  sendBeacon: [Navigator.prototype, 'sendBeacon'],
  text: [Response.prototype, 'text'],
  json: [Response.prototype, 'json'],
  blob: [Response.prototype, 'blob'],
  EventSource: [window, 'EventSource'],
  WebSocket: [window, 'WebSocket']
}
for (const [name, [target, key]] of Object.entries(FUNCTIONS)) {
  add(`looks: ${name}`, async () => {
    const { value, ...rest } = Object.getOwnPropertyDescriptor(target, key)
    return [
      rest, value.name, value.length, Object.getOwnPropertyNames(value).sort(), 'prototype' in value,
      /\[native code\]/.test(Function.prototype.toString.call(value)),
      await outcome((async () => Reflect.construct(value, ['/c']))().then(made => made.constructor.name)),
      Object.keys(target).includes(key)
    ]
  })
}
add('looks: what windows have', () =>
  Object.getOwnPropertyNames(XMLHttpRequest.prototype).concat(Object.getOwnPropertyNames(Response.prototype)).join())
add('looks: order of events and promises', async ({ at, log }) => {
  const one = fetch(at('text=1')).then(response => { log('headers'); return response.text() }).then(() => log('text'))
  queueMicrotask(() => log('microtask'))
  log('now')
  await one
})
