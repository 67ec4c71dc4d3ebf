// A page and a worker that it starts see the same with and without the recorder; the worker's requests are recorded.
import t from 'tap'
import { recorded, site } from '../browser/place.js'
import { starting, visit, type Kind } from './place.js'

// What is random, such as the addresses of blobs, is replaced.
const WORKER = `
const log = []
const plain = value => String(value).replace(/[\\w-]{36}/g, 'ID').replace(/from-page-\\d+/, 'SCRIPT')
const outcome = run => { try { return plain(run()) } catch (error) { return error.name + ': ' + plain(error.message) } }
log.push(...['href', 'protocol', 'host', 'pathname', 'search', 'origin'].map(name => plain(location[name])), plain(location), self.name)
log.push(location instanceof WorkerLocation, location.toString.name, typeof Earshot, Object.keys(self).sort().join())
log.push(outcome(() => new URL('next.js', location)), outcome(() => new Request('/c').url), outcome(() => undefined.a))
log.push(outcome(() => new Worker('http://[')))
log.push((function () { return this === undefined })(), [fetch, Request, Function.prototype.toString, self.close].map(String).join())
const meetings = []
onmessage = async ({ data }) => {
  meetings.push(data)
  if (data !== 'last') return
  const texts = []
  for (const query of ['text=one', 'text=two&status=404']) texts.push(await (await fetch(ORIGIN + '/c?' + query)).text())
  texts.push(await fetch('/c?text=relative').then(reply => reply.text(), error => error.name))
  texts.push(await new Promise(resolve => {
    const xhr = new XMLHttpRequest()
    xhr.onloadend = () => resolve(xhr.responseText)
    try { xhr.open('GET', 'c?text=x') } catch (error) { return resolve(error.name) }
    xhr.send()
  }))
  postMessage({ log, meetings, texts })
  setTimeout(() => { throw new Error('late') })
}
`
const strict = (text: string) => `'use strict'\n${text}`
const WATCH = `(worker, address) => new Promise(resolve => {
  const looks = [worker.constructor === Worker, Worker.name, Worker.length, String(Worker), Object.keys(worker).join()]
  const seen = [worker instanceof Worker, ...looks]
  for (const data of ['first', 'second', 'last']) worker.postMessage(data)
  worker.onmessage = ({ data }) => seen.push(data)
  worker.onerror = ({ message, filename, lineno, colno, constructor }) => {
    seen.push([constructor.name, message, filename.replace(/[\\w-]{36}/, 'ID').replace(/from-page-\\d+/, 'SCRIPT'), lineno, colno])
    resolve(seen)
  }
})`

for (const kind of ['blob', 'data', 'url'] as Kind[]) {
  for (const type of ['classic', 'module']) {
    t.test(`a ${type} worker from ${kind} is the same, and its requests are recorded`, async t => {
      const text = strict(`const ORIGIN = '${site.url}'\n${WORKER}`)
      const start = () => starting(kind, text, { type, name: 'jobs' }, WATCH)
      const without = await visit(t, '', start())
      const from = site.seen.length
      const two = await visit(t, 'data-workers=all', start())
      t.equal(Array.isArray(without.result) && without.result.length, 8, 'it has run')
      t.same(two.result, without.result)
      const entries = await recorded(two.session, site.seen.length - from)
      const [one, other] = entries
      t.match(one, { api: `${site.url}/c?text=one`, response: 'one' })
      t.match(other, { response: 'two', responseHeader: /^HTTP\/1.1 404/ })
      t.match(JSON.parse(one!.pageParams), { url: new RegExp(`^${kind === 'url' ? site.url : kind}:?`), title: 'dedicated worker jobs' })
    })
  }
}

const ENDS = `(worker) => new Promise(resolve => {
  worker.addEventListener('error', event => resolve([event.constructor.name, event.message, event.filename, event.lineno, event.colno]
    .map(value => String(value).replace(/[\\w-]{36}/, 'ID').replace(/from-page-\\d+/, 'SCRIPT'))))
  worker.onmessage = ({ data }) => resolve(data)
})`

for (const [name, text] of Object.entries({
  throws: '\n  throw new Error("at once")', rejects: 'Promise.reject(new Error("later"))', 'calls what is missing': '\n\n   missing()'
})) {
  for (const kind of ['blob', 'url'] as Kind[]) {
    t.test(`a worker from ${kind} that ${name} causes the same error`, async t => {
      // The second script makes an end, also if no error comes.
      const start = () => starting(kind, `setTimeout(() => postMessage('no error'), 500);${text}`, {}, ENDS)
      const without = await visit(t, '', start())
      const two = await visit(t, 'data-workers=all', start())
      t.ok(two.isHeard)
      t.same(two.result, without.result)
    })
  }
}
