// Compares everything that a page can reach from its window, before and after the recorder is loaded: only the properties listed here may
// differ.
import t from 'tap'
import { build } from 'esbuild'
import { newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { connected, open, replica } from './place.js'

const { outputFiles: [walker] } = await build({
  entryPoints: [new URL('../walk.ts', import.meta.url).pathname],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'Walk',
  logLevel: 'error'
})

/** Each looks like the browser's own. */
const REPLACED = [
  'EventSource: value', 'EventSource.prototype.close: value', 'EventSource.prototype.constructor: value',
  'Function.prototype.toString: value',
  'Navigator.prototype.sendBeacon: value',
  ...['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'].map(name => `Response.prototype.${name}: value`),
  'Response.prototype.body: get',
  'WebSocket: value', 'WebSocket.prototype.constructor: value', 'WebSocket.prototype.send: value',
  'XMLHttpRequest.prototype.open: value', 'XMLHttpRequest.prototype.send: value', 'XMLHttpRequest.prototype.setRequestHeader: value',
  'fetch: value'
]
/** With `data-errors`; `data-initiator` replaces nothing. */
const REPLACED_TOO = ['console.error: value', 'console.warn: value']
const ADDED = ['Earshot: new', 'Symbol(earshot): new']

for (const errors of [false, true]) {
  t.test(`nothing that a page can reach has changed, except for what is named${errors ? ', also with data-errors and data-initiator' : ''}`, async t => {
    const { page } = await open(t, `<script>${walker!.text}; let walked</script>`)
    const told = async () => (await page.evaluate<string[]>('Walk.differences(walked)')).map(line => line.replace(/^window\./, '')).sort()
    const walk = async () => await page.evaluate<number>('(walked = Walk.walk({ window, ...Walk.hidden() })).size')
    // What the browser and Playwright load when they are asked for it is there then.
    await walk()
    const size = await walk()
    t.ok(size > 5000, `it walks all: ${size}`)
    t.same(await told(), [], 'nothing changes by itself')
    await page.evaluate(`new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement('script'), { src: '${replica.url}/earshot.js', onload: resolve, onerror: reject })
      script.dataset.session = '${newSession()}'
      if (${errors}) script.dataset.errors = script.dataset.initiator = ''
      document.head.append(script)
    })`)
    await connected(page)
    const replaced = errors ? [...REPLACED, ...REPLACED_TOO] : REPLACED
    await until('all parts are there', async () => (await told()).length >= replaced.length + ADDED.length)
    t.same(await told(), [...replaced, ...ADDED].sort())
    await page.evaluate('Earshot.stop()')
    t.same(await told(), [...ADDED].sort(), 'when it is stopped, all is as before')
  })
}
