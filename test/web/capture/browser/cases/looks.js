// The properties and errors of the browser functions that the recorder replaces, and of related ones.
/* global add, path, location, EventSource, XMLHttpRequest */
const OWNERS = {
  window: () => window,
  Navigator: () => Navigator.prototype,
  Function: () => Function.prototype,
  ...Object.fromEntries(['EventSource', 'WebSocket', 'XMLHttpRequest', 'XMLHttpRequestEventTarget', 'EventTarget', 'Request', 'Response',
    'Headers', 'ReadableStream', 'AbortSignal'].flatMap(name => [[name, () => window[name]], [`${name}.prototype`, () => window[name].prototype]]))
}
const NAMES_OF_WINDOW = ['fetch', 'EventSource', 'WebSocket', 'XMLHttpRequest', 'Request', 'Response', 'setTimeout']

const thrown = run => {
  try {
    run()
    return 'nothing'
  } catch (error) {
    return `${error.name}: ${error.message}`
  }
}
// Removes a line of a browser function that has no address: see frameless.ts.
const stackOf = error => String(error && error.stack).replace(/^ +at Array\.reduce \(<anonymous>\)\n/m, '')
const look = fn => {
  if (typeof fn !== 'function') return typeof fn
  return {
    text: [String(fn), `${fn}`, Function.prototype.toString.call(fn), fn.toString()],
    name: fn.name,
    length: fn.length,
    // Firefox adds them when they are first asked for, so their order varies.
    own: Reflect.ownKeys(fn).map(key => [String(key), JSON.stringify(Object.getOwnPropertyDescriptor(fn, key))]).sort(),
    tag: Object.prototype.toString.call(fn),
    isFunction: Object.getPrototypeOf(fn) === Function.prototype || Object.getPrototypeOf(fn)?.name,
    isExtensible: Object.isExtensible(fn)
  }
}
for (const [name, owner] of Object.entries(OWNERS)) {
  add(`looks: ${name}`, () => {
    const all = Object.getOwnPropertyDescriptors(owner())
    const keys = name === 'window' ? NAMES_OF_WINDOW : Reflect.ownKeys(all)
    return keys.map(key => {
      const { value, get, set, ...rest } = all[key]
      return [String(key), rest, look(value), look(get), look(set)]
    })
  })
}
const nameOf = channel => {
  channel.close()
  return channel.constructor.name
}
add('looks: classes and their instances', () => [WebSocket, EventSource].map(one => [
  one.prototype.constructor === one,
  Object.getPrototypeOf(one).name,
  thrown(() => one()),
  thrown(() => new one()), // eslint-disable-line new-cap
  nameOf(new (class Own extends one {})(`${location.protocol}//127.0.0.1:1/`))
]))
add('looks: functions called on nothing', async () => [
  thrown(() => XMLHttpRequest.prototype.send.call({})), thrown(() => XMLHttpRequest.prototype.open.call(undefined)),
  thrown(() => WebSocket.prototype.send.call({})), thrown(() => EventSource.prototype.close.call({})),
  thrown(() => Navigator.prototype.sendBeacon.call({})), thrown(() => Function.prototype.toString.call({})),
  thrown(() => new fetch()), // eslint-disable-line new-cap
  await Response.prototype.text.call({}).catch(String)
])

// Each function that the recorder replaces (untouched.ts lists them), called on something else, on nothing, and as a class.
const REPLACED = [
  ...['fetch', 'EventSource', 'WebSocket'].map(name => [name, () => window[name]]),
  ['Function.prototype.toString', () => Function.prototype.toString],
  ['Navigator.prototype.sendBeacon', () => Navigator.prototype.sendBeacon],
  ...['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'].map(name => [`Response.prototype.${name}`, () => Response.prototype[name]]),
  ['Response.prototype.body', () => Object.getOwnPropertyDescriptor(Response.prototype, 'body').get],
  ['EventSource.prototype.close', () => EventSource.prototype.close],
  ['WebSocket.prototype.send', () => WebSocket.prototype.send],
  ...['open', 'send', 'setRequestHeader'].map(name => [`XMLHttpRequest.prototype.${name}`, () => XMLHttpRequest.prototype[name]])
]
async function ended (run) {
  try {
    const result = run()
    return typeof result?.then === 'function' ? ['promise', await result] : typeof result
  } catch (error) {
    const isOfPage = Object.getPrototypeOf(error) === window[error.name]?.prototype
    return [String(error), Object.prototype.toString.call(error), isOfPage, stackOf(error)]
  }
}
for (const [name, get] of REPLACED) {
  add(`looks: errors of ${name}`, async () => {
    const one = get()
    const runs = [
      () => one(), () => one.call({}), () => Reflect.apply(one, undefined, [{}]),
      () => Reflect.apply(one, Object.create(XMLHttpRequest.prototype), []),
      () => new one(), () => Reflect.construct(one, [], Array), () => class extends one {} // eslint-disable-line new-cap
    ]
    return Promise.all(runs.map(ended))
  })
}

/** After how many steps of promises it rejects. */
async function stepsOf (promise) {
  let [steps, over] = [0, 0]
  promise.catch(() => { over = steps + 1 })
  for (; steps < 20; steps++) await null
  return over
}
add('looks: steps until a fetch rejects that fails at once', () => stepsOf(fetch('http://[')))
for (const method of ['arrayBuffer', 'blob', 'formData', 'json', 'text']) {
  add(`looks: steps until ${method}() rejects: of nothing, and of a body that was read`, async ({ at }) => {
    const response = await fetch(at())
    await response.text()
    return [await stepsOf(Response.prototype[method].call({})), await stepsOf(response[method]()), await stepsOf(new Response('a')[method].call(null))]
  })
}

// Calls that throw at once.
const THROWING = {
  'new WebSocket': () => new WebSocket('http://['),
  'new EventSource': () => new EventSource('http://['),
  open: () => new XMLHttpRequest().open('GET', 'http://['),
  setRequestHeader: () => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', '/c')
    xhr.setRequestHeader('a b', 'c')
  },
  'send before open': () => new XMLHttpRequest().send(),
  'a synchronous send that fails': () => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', 'http://127.0.0.1:1/', false)
    xhr.send()
  },
  sendBeacon: () => navigator.sendBeacon('http://['),
  clone: () => {
    const response = new Response('a')
    response.text()
    response.clone()
  }
}
for (const [name, run] of Object.entries(THROWING)) {
  add(`looks: an error that nobody catches: ${name}`, () => new Promise(resolve => {
    const before = window.onerror
    window.onerror = (message, file, line, column, error) => {
      window.onerror = before
      resolve([message, path(file), line, column, stackOf(error)])
      return true
    }
    setTimeout(run)
  }))
}
