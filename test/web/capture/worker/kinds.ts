// Dedicated, shared and service workers, both classic and modules. With and without the recorder, the app sees the same results, and the
// server gets the same requests. Each request is recorded.
import t from 'tap'
import { newSession } from '../../../support/client.js'
import { sampled } from '../../../support/runs.js'
import { recorded, site } from '../browser/place.js'
import { KINDS, line, run, type Kind } from './place.js'

const APP = `async () => {
  const log = []
  const outcome = promise => promise.catch(error => error.name + ': ' + error.message)
  const at = query => ORIGIN + '/c?' + query
  const body = '{"password":"x","a":1}'
  log.push(await (await fetch(at('type=application/json&text={"b":1.0}'), { method: 'POST', body, headers: { 'content-type': 'application/json' } })).json())
  log.push(await (await fetch(new URL(at('text=url')))).text(), (await fetch(at('status=404'))).status)
  log.push(await (await fetch(new Request(at('text=request'), { method: 'PUT', body: 'text' }))).text())
  if (location.protocol !== 'blob:') log.push((await (await fetch('/c?text=relative')).text()))
  log.push(await outcome(fetch(at('text=aborted'), { signal: AbortSignal.abort() })), await outcome(fetch('http://')))
  if (self.XMLHttpRequest) {
    log.push(await new Promise(resolve => {
      const xhr = new XMLHttpRequest()
      xhr.open('GET', at('text=xhr'))
      xhr.onloadend = () => resolve([xhr.status, xhr.responseText])
      xhr.send()
    }))
  }
  if (self.EventSource) {
    log.push(await new Promise(resolve => {
      const source = new EventSource(at('type=text/event-stream&pieces=2&open'))
      const got = []
      source.onmessage = ({ data }) => { if (got.push(data) === 2) { source.close(); resolve(got) } }
    }))
  }
  log.push(await new Promise(resolve => {
    const socket = new WebSocket(at('socket').replace('http', 'ws'))
    const got = []
    socket.onopen = () => socket.send('one')
    socket.onmessage = ({ data }) => { got.push(data); socket.send('bye') }
    socket.onclose = ({ code }) => resolve([...got, code, socket.constructor === WebSocket])
  }))
  const looks = object => [object.name, object.length, String(object), Object.getOwnPropertyNames(object).sort().join()]
  log.push(...[fetch, WebSocket, Response.prototype.text, self.close].filter(Boolean).map(looks))
  const names = []
  for (let scope = self; scope; scope = Object.getPrototypeOf(scope)) names.push(...Object.getOwnPropertyNames(scope))
  log.push(names.filter(name => name !== 'Earshot').sort().join(), self.name, location.pathname.replace(/.*\\//, '').length > 0, typeof document)
  return log
}`

const IN_ALL = ['url', 'request', '404', '', 'aborted']

for (const kind of sampled(KINDS, 3)) {
  t.test(`a ${kind} worker does the same with the recorder, and its requests are recorded`, async t => {
    const [one, other] = [await visit(t, kind, ''), newSession()]
    const two = await visit(t, kind, line(kind, other, '&source=worker'))
    t.same(two.result, one.result, 'what the app sees')
    t.ok(Array.isArray(one.result), Array.isArray(one.result) ? 'it has run' : String(one.result))
    t.same(two.seen, one.seen, 'what the server sees')
    const isService = kind.startsWith('service')
    const count = IN_ALL.length + (kind.includes('blob') ? 0 : 1) + (isService ? 0 : 1) + 1 + (one.hasEvents ? 1 : 0)
    const entries = await recorded(other, count)
    t.equal(new Set(entries.map(({ source }) => source)).size, 1)
    t.match(entries.find(({ method }) => method === 'POST'), {
      request: '{"password":"[masked]","a":1}', response: '{"b":1.0}', source: 'worker', responseHeader: /^HTTP\/1.1 200 OK\r\n/
    })
    t.match(entries.find(({ method }) => method === 'PUT'), { response: 'request' })
    t.match(entries.find(({ api }) => api.includes('aborted')), { note: /^canceled/ })
    const socket = entries.find(({ via }) => via === 'websocket')
    t.match(socket, { messages: { count: 5 }, note: /closed with 4001/ }, 'opened, sent, received, sent, closed')
    const { url, title } = JSON.parse(entries[0]!.pageParams) as Record<string, string>
    t.equal(title, `${kind.split(' ')[0]} worker ${isService ? '' : kind.startsWith('shared') ? 'cache' : 'jobs'}`.trim())
    t.match(url, kind.includes('blob') ? /^blob:/ : `${site.url}${two.path}`)
  })
}

async function visit (t: Parameters<typeof run>[0], kind: Kind, first: string) {
  const from = site.seen.length
  const { result, path } = await run(t, kind, first, APP)
  const seen = site.seen.slice(from).map(({ method, path, body, headers }) => ({ method, path, body, headers }))
  return { result, path, seen, hasEvents: seen.some(({ path }) => path.includes('event-stream')) }
}
