// Which pages get rules; and whether they also get them if a script inserts the recorder's script tag.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { newSession } from '../../../support/client.js'
import { startReplica } from '../../../support/replica.js'
import { written } from '../../../support/rules.js'
import { until } from '../../../support/until.js'
import { ASLEEP, open, recorded, redis, replica, site, tag } from '../browser/place.js'
import { AWAY, hasRules, rule, run } from './ruled.js'

const STATUS = "fetch('/c?text=x').then(({ status }) => status)"

async function sessionWithRules (t: Test): Promise<string> {
  const session = newSession()
  await written(t, replica, session, [rule('', AWAY)])
  return session
}

t.test('a session that a link names has no rules, although the tag opts in', async t => {
  const session = await sessionWithRules(t)
  const asked: string[] = []
  const { page } = await open(t, ASLEEP.replace('<script', '<script data-rules'), {
    path: `/page#earshot=${session}`,
    prepare: async context => context.on('request', request => asked.push(request.url()))
  })
  t.equal(await run(page, STATUS), 200)
  await recorded(session, 1)
  // The next page of the tab, whose address does not name it.
  await page.goto(`${site.url}/page?next`)
  t.equal(await run(page, STATUS), 200)
  await recorded(session, 2)
  t.same(asked.filter(url => /earshot-rules|capture\/rules/.test(url)), [])
  const named = await sessionWithRules(t)
  await run(page, `Earshot.start({ session: '${named}' })`)
  await until('the page has named a session itself', async () => await hasRules(page))
  t.equal(await run(page, STATUS), 503)
})

t.test('a page that opts in asks for no rules if the service has none, and its console says nothing', async t => {
  const session = await sessionWithRules(t)
  const off = await startReplica(t, redis, { RULES: 'off' })
  const asked: string[] = []
  const head = tag(session, 'data-rules').replace(replica.url, off.url)
  const { page, said } = await open(t, head, { prepare: async context => context.on('request', request => asked.push(request.url())) })
  t.equal(await run(page, STATUS), 200)
  await recorded(session, 1)
  await run(page, `import('${off.url}/earshot-rules.js').then(() => {})`)
  t.same(asked.filter(url => url.includes('capture/rules')), [])
  t.same(said, [])
})

/** Opens a page whose parser waits until this script has run. */
async function openLoading (t: Test, head: string): Promise<Page> {
  const opening = open(t, `${head}<script src="/c?hold&parser"></script><p id="content">content</p>`)
  const paths = ['/c?ran', '/c?hold&parser']
  await until('the script has run', async () => paths.every(one => site.seen.some(({ path }) => path === one)))
  site.release()
  site.seen.length = 0
  return (await opening).page
}

t.test('a tag that a script inserts while the page loads gets the rules, although the parser does not wait for it', async t => {
  const session = await sessionWithRules(t)
  const page = await openLoading(t, `<script>{
    const script = document.createElement('script')
    script.src = '${replica.url}/earshot.js'
    script.async = false
    script.onload = () => navigator.sendBeacon('/c?ran')
    Object.assign(script.dataset, { session: '${session}', rules: '' })
    document.head.append(script)
  }</script>`)
  await until('the rules are there', async () => await hasRules(page))
  t.equal(await run(page, STATUS), 503)
})

t.test('an inline script that another inserts while the page loads starts the recorder, and leaves the page as it is', async t => {
  const session = await sessionWithRules(t)
  const page = await openLoading(t, `${ASLEEP}<script>
    setTimeout(() => {
      const script = document.createElement('script')
      script.async = false
      script.textContent = "Earshot.start({ session: '${session}', rules: true })"
      document.head.append(script)
      navigator.sendBeacon('/c?ran')
    })
  </script>`)
  await until('the rules are there', async () => await hasRules(page))
  t.equal(await run(page, STATUS), 503)
  t.equal(await run(page, "document.querySelector('#content')?.textContent"), 'content')
})
