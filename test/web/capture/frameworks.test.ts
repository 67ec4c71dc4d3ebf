import t from 'tap'
import { build } from 'esbuild'
import { startBrowser } from '../../support/browser.js'
import { list, newSession } from '../../support/client.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { until } from '../../support/until.js'
import { buildScript } from './build.js'
import { startSite } from './site.js'

// Each asks POST /c with {"a":1}, and returns what it was answered.
const CLIENTS: Record<string, string> = {
  'axios over XHR': "import axios from 'axios'; run(async url => (await axios.post(url, { a: 1 })).data)",
  'axios over fetch': "import axios from 'axios'; run(async url => (await axios.post(url, { a: 1 }, { adapter: 'fetch' })).data)",
  jQuery: "import $ from 'jquery'; run(url => $.ajax(url, { method: 'POST', data: JSON.stringify({ a: 1 }), contentType: 'application/json' }))",
  ky: "import ky from 'ky'; run(url => ky.post(url, { json: { a: 1 } }).json())",
  superagent: "import superagent from 'superagent'; run(async url => (await superagent.post(url).send({ a: 1 })).body)",
  'graphql-request': "import { request } from 'graphql-request'; run(async url => ({ b: (await request(url, '{ a }', { a: 1 })).b }))",
  'a polyfilled fetch over XHR': `delete window.fetch; import('whatwg-fetch').then(() => run(async url =>
    (await fetch(url, { method: 'POST', body: JSON.stringify({ a: 1 }), headers: { 'content-type': 'application/json' } })).json()))`
}
const ANSWER = '{"b":2,"data":{"b":2}}'

await buildScript()
const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const browser = await startBrowser(t)
const site = await startSite(t)

for (const [name, source] of Object.entries(CLIENTS)) {
  t.test(`${name} works as ever, and is recorded once with both bodies`, async t => {
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: import.meta.dirname }, bundle: true, write: false, format: 'iife', platform: 'browser', logLevel: 'error'
    })
    const session = newSession()
    site.page = `<!doctype html><script src="${replica.url}/earshot.js" data-session="${session}"></script>
      <script>let done; const answered = new Promise(resolve => { done = resolve }); const run = ask => done(ask('${site.url}/c?type=application/json&text=${encodeURIComponent(ANSWER)}'))</script>
      <script>${outputFiles[0]!.text.replaceAll('</script', '<\\/script')}</script>`
    const page = await browser.newPage()
    t.teardown(() => page.close())
    await page.goto(`${site.url}/page`)
    t.match(await page.evaluate('answered'), { b: 2 })
    await until('it is recorded', async () => (await list(replica, session)).some(({ timeConsuming }) => timeConsuming > 0))
    const entries = await list(replica, session)
    t.equal(entries.length, 1)
    t.match(entries[0], { method: 'POST', request: /"a":1/, responseHeader: /^HTTP\/1\.1 200 OK\r\n/ })
    t.same(JSON.parse(entries[0]!.response), JSON.parse(ANSWER))
  })
}
