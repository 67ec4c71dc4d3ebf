// The properties and errors of the browser's functions: everything that the recorder replaces, and its neighbors.
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
    keys: Reflect.ownKeys(fn).map(String),
    own: JSON.stringify(Object.getOwnPropertyDescriptors(fn)),
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
