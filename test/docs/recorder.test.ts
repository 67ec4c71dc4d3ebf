import t, { type Test } from 'tap'
import { readFileSync } from 'node:fs'
import { startBrowser } from '../support/browser.js'
import { list, newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { until } from '../support/until.js'
import { buildScript } from '../web/capture/browser/build.js'
import { startSite } from '../web/capture/browser/site.js'

const text = readFileSync(new URL('../../docs/recorder.md', import.meta.url), 'utf8')
const snippets = [...text.matchAll(/```html\n([^]*?)```/g)].map(([, snippet]) => snippet!)
await buildScript()
const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const browser = await startBrowser(t)
const site = await startSite(t)

t.test('each snippet records unchanged', async t => {
  t.equal(snippets.length, 9)
  await records(t, snippets[0]!, '')
  await records(t, snippets[1]!, '#earshot=SESSION')
  const { source } = await records(t, snippets[2]!, '')
  t.equal(source, 'checkout on iPhone')
  await records(t, snippets[3]!, '')
  await records(t, snippets[4]!, '')
  await records(t, snippets[5]!, '')
  await records(t, snippets[6]!, '#earshot=SESSION')
  await records(t, snippets[7]!, '')
  await records(t, snippets[8]!, '')
})

async function records (t: Test, snippet: string, suffix: string) {
  const session = newSession()
  site.page = `<!doctype html>${snippet.replaceAll('https://earshot.example', replica.url).replaceAll('my-app-session1', session)}`
  const page = await browser.newPage()
  t.teardown(() => page.close())
  // The app hosts copies.
  await page.route(`${site.url}/earshot-*.js*`, async route => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ contentType: 'text/javascript', body: await (await fetch(replica.url + pathname)).text() })
  })
  await page.goto(`${site.url}/page${suffix.replace('SESSION', session)}`)
  await page.evaluate(
    async () => { await Promise.all(['/c?text=seen', '/c/private/', '/c/analytics/'].map(async path => await (await fetch(path)).text())) }
  )
  const isSeen = async () => (await list(replica, session)).some(({ response }) => response === 'seen')
  await until('the request is there', isSeen)
  const entries = await list(replica, session)
  if (snippet.includes('ignore')) t.equal(entries.length, 1)
  return entries[0]!
}
