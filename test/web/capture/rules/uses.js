// Uses of XMLHttpRequest, each of which logs its events. They run in a page twice: answered by a server, and answered by a rule.
/* global addEventListener, Document, ProgressEvent, removeEventListener, XMLHttpRequest */
/* exported runUses */

const EVENTS = ['readystatechange', 'loadstart', 'progress', 'load', 'loadend', 'abort', 'error', 'timeout']

const uses = {}

/** What a value is, as a text. */
async function told (value) {
  if (value instanceof ArrayBuffer) return `bytes ${[...new Uint8Array(value)].slice(0, 40).join()} of ${value.byteLength}`
  if (value instanceof Blob) return `blob ${value.type} ${await told(await value.arrayBuffer())}`
  if (value instanceof Document) {
    const { URL: url, documentURI, characterSet, contentType, documentElement } = value
    return `document ${JSON.stringify([path(url), path(documentURI), characterSet, contentType, documentElement.outerHTML])}`
  }
  if (typeof value === 'string' && value.length > 200) return `text of ${value.length}: ${value.slice(0, 20)}`
  return `${typeof value} ${JSON.stringify(value)}`
}

function path (url) {
  return url.replace(/^http:..[^/]*/, '')
}

function attempt (what) {
  try {
    return what()
  } catch (error) {
    return `threw ${error.name}: ${error.message.replaceAll(/http:..[^/]*/g, '')}`
  }
}

function sizeOf (value) {
  if (typeof value === 'string') return value.length
  return value === null ? 'null' : value?.byteLength ?? value?.size ?? typeof value
}

/** Without those that the server's library adds. */
function headersOf (xhr) {
  return xhr.getAllResponseHeaders().replace(/^(?:date|connection|keep-alive):.*\r\n/gim, '')
}

function shown (xhr) {
  const type = xhr.responseType
  return [
    xhr.readyState, xhr.status, xhr.statusText, path(xhr.responseURL), headersOf(xhr).length, type,
    sizeOf(attempt(() => xhr.response)), sizeOf(attempt(() => xhr.responseText))
  ].join(' ')
}

/**
 * Notes all events of the request. `microtasks`: also when they run; only if no other listener listens to the same event, because those of
 * a rule's event run after all its listeners.
 */
function watch (xhr, log, { microtasks = true } = {}) {
  for (const name of EVENTS) {
    xhr.addEventListener(name, event => {
      const progress = event instanceof ProgressEvent ? `${event.lengthComputable} ${event.loaded}/${event.total}` : event.constructor.name
      log(`${name} ${progress} | ${shown(xhr)} | ${event.target === xhr} ${event.bubbles} ${event.cancelable}`)
      if (microtasks) queueMicrotask(() => log(`  microtask after ${name} ${xhr.readyState}`))
    })
  }
}

function watchUpload (xhr, log, { microtasks = true } = {}) {
  for (const name of EVENTS.slice(1)) {
    xhr.upload.addEventListener(name, event => {
      log(`upload ${name} ${event.lengthComputable} ${event.loaded}/${event.total} | ${xhr.readyState} | ${event.target === xhr.upload}`)
      if (microtasks) queueMicrotask(() => log(`  microtask after upload ${name}`))
    })
  }
}

function ended (xhr, event = 'loadend') {
  return new Promise(resolve => xhr.addEventListener(event, resolve))
}

async function end (xhr, log) {
  log(`end ${shown(xhr)}`)
  log(`headers ${headersOf(xhr)}`)
  for (const name of ['response', 'responseText', 'responseXML']) log(`${name}: ${await told(attempt(() => xhr[name]))}`)
}

/** A request with everything noted. */
function use (name, address, { method = 'GET', body, opened = () => {}, sent = () => {}, upload = true, microtasks = true, until = 'loadend', more } = {}) {
  uses[name] = async ({ log, at }) => {
    const xhr = new XMLHttpRequest()
    watch(xhr, log, { microtasks })
    if (upload) watchUpload(xhr, log, { microtasks })
    const over = ended(xhr, until)
    xhr.open(method, at(address))
    log('opened')
    opened(xhr, log)
    log(`send ${attempt(() => xhr.send(typeof body === 'function' ? body() : body))}`)
    sent(xhr, log)
    log(`sent ${shown(xhr)}`)
    await over
    // After the other listeners of the last event.
    await new Promise(resolve => setTimeout(resolve))
    await more?.(xhr, log, at)
    await end(xhr, log)
  }
}

const ANSWERS = [
  'text', 'json', 'jsonbad', 'jsonbom', 'html', 'htmlmeta', 'xml', 'xmlbad', 'xmllatin', 'xmlcharset', 'rss', 'svg', 'latin1', 'utf16', 'bom', 'badcharset',
  'binary', 'empty', 'none', 'notype', 'emptyxml', 'error'
]
for (const answer of ANSWERS) {
  for (const type of ['', 'text', 'json', 'arraybuffer', 'blob', 'document']) {
    use(`${answer} as ${type || 'nothing'}`, answer, { opened: xhr => { xhr.responseType = type }, upload: false })
  }
}

const BODIES = {
  text: 'h\u00e9llo \ud83d\ude00',
  'an empty text': '',
  bytes: () => new Uint8Array([1, 2, 3]),
  'an ArrayBuffer': () => new ArrayBuffer(10),
  blob: () => new Blob(['12345'], { type: 'text/x' }),
  params: () => new URLSearchParams({ a: '1 2', b: '\u00e9' }),
  form: () => {
    const form = new FormData()
    form.append('a', 'b\nc')
    form.append('f', new File(['file'], 'f.txt', { type: 'text/plain' }))
    form.append('g', new Blob(['blob']))
    return form
  },
  document: () => document.implementation.createHTMLDocument('title'),
  object: () => ({ toString: () => 'an object' }),
  nothing: undefined,
  null: null
}
for (const [name, body] of Object.entries(BODIES)) use(`POST with ${name}`, 'text', { method: 'POST', body })
use('GET with a body', 'text', { body: 'ignored' })
use('POST with a large body', 'text', { method: 'POST', body: 'x'.repeat(200_000) })
use('PUT without upload listeners', 'json', { method: 'PUT', body: '{}', upload: false })
use('HEAD', 'text', { method: 'HEAD' })
use('HEAD with a lower case method', 'text', { method: 'head' })
use('HEAD as bytes', 'text', { method: 'HEAD', opened: xhr => { xhr.responseType = 'arraybuffer' } })
use('OPTIONS', 'text', { method: 'OPTIONS' })
use('headers', 'headers', {
  more (xhr, log) {
    for (const name of ['x-a', 'X-A', 'x-b', 'set-cookie', 'none', 'x-empty', 'content-length', 'a b', '']) {
      log(`${name}: ${attempt(() => JSON.stringify(xhr.getResponseHeader(name)))}`)
    }
    log(attempt(() => xhr.getResponseHeader()))
  }
})
use('reason', 'reason')
use('a fragment and a relative address', 'text#part')
use('a slow answer', 'text?wait=100', { method: 'POST', body: 'abc' })
use('a slow answer, and what has happened before', 'text?wait=500', {
  method: 'POST', body: 'abc', sent (xhr, log) { for (const ms of [30, 300]) setTimeout(() => log(`after ${ms} ms`), ms) }
})
use('a large answer', 'large')
use('a reset connection', 'lost')
use('a refused connection, POST', 'refused', { method: 'POST', body: 'abc' })
use('a reset connection, POST', 'lost', { method: 'POST', body: 'abc' })
use('a reset connection, as json', 'lost', { opened: xhr => { xhr.responseType = 'json' }, upload: false })
use('the same object is read twice', 'json', {
  opened: xhr => { xhr.responseType = 'json' }, more: (xhr, log) => log(`same ${xhr.response === xhr.response}`) // eslint-disable-line no-self-compare
})
for (const type of ['arraybuffer', 'blob', 'document']) {
  use(`the same ${type} is read twice`, 'xml', {
    opened: xhr => { xhr.responseType = type }, more: (xhr, log) => log(`same ${xhr.response === xhr.response}`) // eslint-disable-line no-self-compare
  })
}
use('the same responseXML is read twice', 'xml', {
  more: (xhr, log) => log(`same ${xhr.responseXML === xhr.responseXML}`) // eslint-disable-line no-self-compare
})

for (const type of [
  'text/plain;charset=iso-8859-1', 'text/xml', 'text/html', 'application/json', 'bad', 'text/plain;charset=bad', 'image/png', ';charset=latin1'
]) {
  for (const responseType of ['', 'blob', 'document']) {
    use(`overrideMimeType ${type} as ${responseType}`, 'latin1', {
      opened: xhr => {
        xhr.overrideMimeType(type)
        xhr.responseType = responseType
      }
    })
  }
}
uses['overrideMimeType before open, and opened again'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  xhr.overrideMimeType('text/plain;charset=iso-8859-1')
  for (let n = 0; n < 2; n++) {
    const over = ended(xhr)
    xhr.open('GET', at('bom'))
    xhr.send()
    await over
    await end(xhr, log)
  }
}

// What is set or called while it waits, and in each state.
const CALLS = {
  send: xhr => xhr.send(),
  setRequestHeader: xhr => xhr.setRequestHeader('a', 'b'),
  withCredentials: xhr => { xhr.withCredentials = true },
  responseType: xhr => { xhr.responseType = 'json' },
  'an unknown responseType': xhr => { xhr.responseType = 'unknown' },
  overrideMimeType: xhr => xhr.overrideMimeType('text/xml'),
  timeout: xhr => { xhr.timeout = 5000 },
  'a readonly property': xhr => { 'use strict'; xhr.status = 1 },
  getAllResponseHeaders: headersOf,
  getResponseHeader: xhr => xhr.getResponseHeader('content-type'),
  responseText: xhr => xhr.responseText,
  responseXML: xhr => String(xhr.responseXML),
  response: xhr => xhr.response
}
for (const [name, call] of Object.entries(CALLS)) {
  const note = (xhr, log) => log(`${name}: ${attempt(() => call(xhr))} ${xhr.responseType} ${xhr.withCredentials} ${xhr.timeout}`)
  use(`${name} while it waits`, 'text?wait=50', { sent: note })
  for (const state of [2, 3, 4]) {
    use(`${name} in state ${state}`, 'text', {
      microtasks: false,
      opened (xhr, log) { xhr.addEventListener('readystatechange', () => { if (xhr.readyState === state) note(xhr, log) }) }
    })
  }
  use(`${name} in loadstart`, 'text', { microtasks: false, opened (xhr, log) { xhr.addEventListener('loadstart', () => note(xhr, log)) } })
  use(`${name} after an error`, 'text?wait=200', { opened: xhr => { xhr.timeout = 20 }, until: 'loadend', more: note })
}

for (const [where, until] of Object.entries({
  loadstart: 'loadend',
  'upload loadstart': 'loadend',
  'upload progress': 'loadend',
  'upload load': 'loadend',
  'upload loadend': 'loadend',
  load: 'loadend',
  loadend: 'loadend'
})) {
  use(`abort in ${where}`, 'text', {
    microtasks: false,
    method: 'POST',
    body: 'body',
    until,
    opened (xhr, log) {
      const [name, part] = where.split(' ').reverse()
      const target = part ? xhr.upload : xhr
      target.addEventListener(name, () => {
        log('abort')
        xhr.abort()
        log(`aborted ${shown(xhr)}`)
      }, { once: true })
    }
  })
}
for (const state of [1, 2, 3, 4]) {
  uses[`abort in readystatechange ${state}`] = async ({ log, at, settled }) => {
    const xhr = new XMLHttpRequest()
    watch(xhr, log, { microtasks: false })
    watchUpload(xhr, log)
    xhr.addEventListener('readystatechange', () => {
      if (xhr.readyState !== state) return
      log('abort')
      xhr.abort()
      log(`aborted ${shown(xhr)}`)
    })
    xhr.open('POST', at('text'))
    log(`send ${attempt(() => xhr.send('body'))}`)
    await settled()
    await end(xhr, log)
  }
}
use('abort while it waits', 'text?wait=300', { method: 'POST', body: 'abc', sent: xhr => { xhr.abort() } })
use('abort in a microtask', 'text?wait=300', { method: 'POST', body: 'abc', sent: xhr => { queueMicrotask(() => xhr.abort()) } })
use('abort a little later', 'text?wait=300', { sent: xhr => { setTimeout(() => xhr.abort(), 50) } })
use('abort twice', 'text?wait=300', { sent: xhr => { xhr.abort(); xhr.abort() } })
use('abort, then send', 'text?wait=300', { sent: (xhr, log) => { xhr.abort(); log(attempt(() => xhr.send())) } })
use('abort after it is done', 'text', { more (xhr, log) { xhr.abort(); log(shown(xhr)) } })
use('abort after it is done, in the load handler\'s task', 'text', { sent (xhr) { xhr.onload = () => setTimeout(() => xhr.abort()) } })
uses['abort before send'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  watch(xhr, log)
  xhr.open('GET', at('text'))
  xhr.abort()
  log(shown(xhr))
  const over = ended(xhr)
  xhr.send()
  await over
  await end(xhr, log)
}
uses['open in abort'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  watch(xhr, log, { microtasks: false })
  watchUpload(xhr, log)
  xhr.addEventListener('abort', () => xhr.open('GET', at('json')), { once: true })
  xhr.open('POST', at('text?wait=300'))
  xhr.send('body')
  xhr.abort()
  log(`aborted ${shown(xhr)}`)
  const over = ended(xhr)
  log(attempt(() => xhr.send()))
  await over
  await end(xhr, log)
}

// On a busy machine, too, the upload has ended before the time is over.
for (const [name, set] of Object.entries({
  'set before': { opened: xhr => { xhr.timeout = 400 } },
  'set while it waits': { sent: xhr => { xhr.timeout = 400 } },
  'set while it waits, and it has passed': {
    opened: xhr => xhr.upload.addEventListener('loadend', () => setTimeout(() => { xhr.timeout = 10 }, 60), { once: true })
  },
  'made longer': { opened: xhr => { xhr.timeout = 5 }, sent: xhr => { xhr.timeout = 5000 } },
  'set to nothing': { opened: xhr => { xhr.timeout = 5 }, sent: xhr => { xhr.timeout = 0 } },
  'set before open': { opened: () => {} }
})) use(`timeout ${name}`, 'text?wait=1000', { method: 'POST', body: 'body', ...set })
use('timeout, and abort in it', 'text?wait=200', { microtasks: false, opened: xhr => { xhr.timeout = 20; xhr.ontimeout = () => xhr.abort() } })

for (const where of ['readystatechange', 'progress', 'load', 'loadend']) {
  uses[`opened and sent again in ${where}`] = async ({ log, at, settled }) => {
    const xhr = new XMLHttpRequest()
    watch(xhr, log, { microtasks: false })
    let left = 2
    xhr.addEventListener(where, () => {
      if (xhr.readyState < (where === 'progress' ? 3 : 4) || --left < 1) return
      log('open')
      xhr.open('GET', at('json'))
      log(`opened ${shown(xhr)}`)
      xhr.send()
    })
    const isOver = new Promise(resolve => xhr.addEventListener('loadend', () => { if (left < 1 && xhr.readyState === 4) resolve() }))
    xhr.open('GET', at('text'))
    xhr.send()
    await isOver
    await settled()
    await end(xhr, log)
  }
}
uses['opened again in load, not sent'] = async ({ log, at, settled }) => {
  const xhr = new XMLHttpRequest()
  watch(xhr, log, { microtasks: false })
  xhr.addEventListener('load', () => xhr.open('GET', at('json')), { once: true })
  xhr.open('GET', at('text'))
  xhr.send()
  await settled()
  log(shown(xhr))
}
uses['opened again while it waits'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  watch(xhr, log)
  watchUpload(xhr, log)
  xhr.open('POST', at('text?wait=100'))
  xhr.send('one')
  xhr.open('POST', at('json'))
  log(shown(xhr))
  const over = ended(xhr)
  xhr.send('two')
  await over
  await end(xhr, log)
}
uses['used three times'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  watch(xhr, log)
  for (const [answer, type] of [['text', ''], ['json', 'json'], ['binary', 'arraybuffer'], ['none', '']]) {
    const over = ended(xhr)
    xhr.open('GET', at(answer))
    log(`opened ${attempt(() => shown(xhr))}`)
    xhr.responseType = type
    xhr.send()
    await over
    await end(xhr, log)
  }
}
uses['a bad open after it is done'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  xhr.open('GET', at('text'))
  const over = ended(xhr)
  xhr.send()
  await over
  log(attempt(() => xhr.open('a b', at('json'))))
  log(attempt(() => xhr.open('GET', 'http://')))
  log(attempt(() => xhr.open()))
  await end(xhr, log)
}

uses['on-properties and listeners, in the order in which they were added'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  for (const name of EVENTS) {
    xhr.addEventListener(name, function () { log(`1 ${name} ${this === xhr}`) })
    xhr[`on${name}`] = function (event) { log(`2 ${name} ${this === xhr} ${event.currentTarget === xhr}`) }
    xhr.addEventListener(name, { handleEvent: () => log(`3 ${name}`) }, { once: true })
    xhr.addEventListener(name, event => event.stopImmediatePropagation())
    xhr.addEventListener(name, () => log('never'))
  }
  const over = new Promise(resolve => xhr.addEventListener('loadend', resolve, { capture: true }))
  xhr.open('GET', at('text'))
  xhr.send()
  await over
  await end(xhr, log)
}
uses['microtasks between two listeners'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  watch(xhr, log)
  watch(xhr, log)
  const over = ended(xhr)
  xhr.open('GET', at('text'))
  xhr.send()
  await over
}
uses['a listener that throws'] = async ({ log, at }) => {
  const errors = []
  const keep = event => { errors.push(event.message); event.preventDefault() }
  addEventListener('error', keep)
  const xhr = new XMLHttpRequest()
  xhr.onreadystatechange = () => { throw new Error(`own ${xhr.readyState}`) }
  watch(xhr, log)
  const over = ended(xhr)
  xhr.open('GET', at('text'))
  xhr.send()
  await over
  removeEventListener('error', keep)
  log(errors.join())
}
uses['a subclass with overrides'] = async ({ log, at }) => {
  class Mine extends XMLHttpRequest {
    open (...args) { log('open'); super.open(...args) }
    send (...args) { log('send'); super.send(...args) }
    abort () { log('abort'); super.abort() }
    setRequestHeader (...args) { log('header'); super.setRequestHeader(...args) }
    getResponseHeader (name) { return `mine ${super.getResponseHeader(name)}` }
  }
  const xhr = new Mine()
  watch(xhr, log)
  const over = ended(xhr)
  xhr.open('GET', at('text'))
  xhr.setRequestHeader('a', 'b')
  xhr.send()
  await over
  log(xhr.getResponseHeader('content-type'))
  xhr.abort()
  await end(xhr, log)
}

for (const answer of ['text', 'json', 'xml', 'empty', 'none', 'error', 'latin1', 'headers', 'lost']) {
  uses[`synchronous ${answer}`] = async ({ log, at }) => {
    const xhr = new XMLHttpRequest()
    watch(xhr, log)
    watchUpload(xhr, log)
    xhr.open('POST', at(answer), false)
    log(`send ${attempt(() => xhr.send('body'))}`)
    log(`again ${attempt(() => xhr.send('body'))}`)
    await end(xhr, log)
  }
}
uses['synchronous HEAD'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  watch(xhr, log)
  xhr.open('HEAD', at('text'), false)
  xhr.send()
  await end(xhr, log)
}
uses['synchronous, what may not be set'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  xhr.open('GET', at('text'), false)
  log(attempt(() => { xhr.timeout = 4 }))
  log(attempt(() => { xhr.responseType = 'json' }))
  xhr.send()
  log(attempt(() => { xhr.timeout = 4 }))
  log(attempt(() => { xhr.responseType = 'json' }))
  await end(xhr, log)
}
uses['synchronous, abort and open in state 4'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  watch(xhr, log)
  xhr.addEventListener('readystatechange', () => { if (xhr.readyState === 4) xhr.abort() })
  xhr.open('GET', at('text'), false)
  log(`send ${attempt(() => xhr.send())}`)
  await end(xhr, log)
}

uses['synchronous, opened in state 4'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  watch(xhr, log, { microtasks: false })
  xhr.addEventListener('readystatechange', () => { if (xhr.readyState === 4) xhr.open('GET', at('json'), false) })
  xhr.open('GET', at('text'), false)
  log(`send ${attempt(() => xhr.send())}`)
  await end(xhr, log)
}
uses['the timeout counts from send()'] = async ({ log, at }) => {
  const xhr = new XMLHttpRequest()
  // Long, so that the answer comes in time on a busy machine, too.
  xhr.timeout = 1000
  const over = ended(xhr)
  watch(xhr, log)
  xhr.open('GET', at('text'))
  await new Promise(resolve => setTimeout(resolve, 1100))
  xhr.send()
  await over
  await new Promise(resolve => setTimeout(resolve))
  await end(xhr, log)
}

globalThis.runUses = async function (refused, only = '') {
  const results = {}
  const settled = async () => {
    for (let n = 0; n < 3; n++) await (await fetch('/settled')).text()
    await new Promise(resolve => setTimeout(resolve, 30))
  }
  for (const [name, run] of Object.entries(uses)) {
    if (!name.includes(only)) continue
    const lines = []
    const over = run({ log: line => lines.push(String(line)), at: address => `${address === 'refused' ? refused : ''}/answer/${address}`, settled })
    const how = await Promise.race([
      over.catch(error => lines.push(`threw ${error.name}: ${error.message}`)),
      new Promise(resolve => setTimeout(resolve, 3000, 'hangs'))
    ])
    if (how === 'hangs') lines.push(how)
    await fetch('/settled')
    results[name] = lines
  }
  return results
}
