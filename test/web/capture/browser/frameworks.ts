// Popular HTTP clients, each in a page: they work the same as without the recorder, and each request is recorded once.
import t from 'tap'
import { build } from 'esbuild'
import { newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { open, recorded, site, tag } from './place.js'

// Each client sends POST /c with {"a":1}, and returns the answer.
const CLIENTS: Record<string, string> = {
  'axios over XHR': "import axios from 'axios'; run(async url => (await axios.post(url, { a: 1 })).data)",
  'axios over fetch': "import axios from 'axios'; run(async url => (await axios.post(url, { a: 1 }, { adapter: 'fetch' })).data)",
  jQuery:
    "import $ from 'jquery'; run(url => $.ajax(url, { method: 'POST', data: JSON.stringify({ a: 1 }), contentType: 'application/json' }))",
  ky: "import ky from 'ky'; run(url => ky.post(url, { json: { a: 1 } }).json())",
  superagent: "import superagent from 'superagent'; run(async url => (await superagent.post(url).send({ a: 1 })).body)",
  'graphql-request': "import { request } from 'graphql-request'; run(async url => ({ b: (await request(url, '{ a }', { a: 1 })).b }))",
  tRPC: `import { createTRPCClient, httpLink } from '@trpc/client'
    run(url => createTRPCClient({ links: [httpLink({ url: url.replace('/c?', '/?') })] }).c.mutate({ a: 1 }))`,
  'a polyfilled fetch over XHR': `delete window.fetch; import('whatwg-fetch').then(() => run(async url =>
    (await fetch(url, { method: 'POST', body: JSON.stringify({ a: 1 }), headers: { 'content-type': 'application/json' } })).json()))`
}
// Contains the answer in the form that each client expects.
const ANSWER = '{"b":2,"data":{"b":2},"result":{"data":{"b":2}}}'

for (const [name, source] of Object.entries(CLIENTS)) {
  t.test(`${name} works as without the recorder, and its request is recorded once with both bodies`, async t => {
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
      logLevel: 'error'
    })
    const session = newSession()
    const { page } = await open(t, `${tag(session)}<script>let done; const answered = new Promise(resolve => { done = resolve }); const run = ask => done(ask('${site.url}/c?type=application/json&text=${encodeURIComponent(ANSWER)}'))</script>
      <script>${outputFiles[0]!.text.replaceAll('</script', '<\\/script')}</script>`)
    t.match(await page.evaluate('answered'), { b: 2 })
    // The second part of the recorder reads the body of a Request, perhaps after the response.
    await until('its body is recorded', async () => (await recorded(session, 1))[0]!.request !== '')
    const entries = await recorded(session, 1)
    t.match(entries[0], { method: 'POST', request: /"a":1/, responseHeader: /^HTTP\/1\.1 200 OK\r\n/ })
    t.same(JSON.parse(entries[0]!.response), JSON.parse(ANSWER))
  })
}
