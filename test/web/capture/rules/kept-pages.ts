// Pages with rules that the browser keeps in its back/forward cache.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { newSession } from '../../../support/client.js'
import { heldBy, written } from '../../../support/rules.js'
import { until } from '../../../support/until.js'
import { open, replica, site, tag, wholeBrowser } from '../browser/place.js'
import { hears, holders, says, watchAsking, type Asking } from './asking.js'

const TELL = "<script>addEventListener('pageshow', ({ persisted }) => { document.title = persisted ? 'back' : 'new' })</script>"

async function openKept (t: Test) {
  const session = newSession()
  await until('no page of another test holds a request', async () => await heldBy(replica) === 0)
  await written(t, replica, session, [
    says('one'), { name: 'slow', match: 'path:=/c/slow', action: { type: 'delay', ms: 1500 } }
  ])
  let asking: Asking | undefined
  const { page, context } = await open(t, tag(session, 'data-rules') + TELL, {
    by: await wholeBrowser(), prepare: async context => { asking = watchAsking(context) }
  })
  await until('it holds a request', async () => await heldBy(replica) === 1)
  await hears(page, 'one')
  return { page, context, session, asking: asking! }
}

async function goBack (page: Page): Promise<void> {
  await page.evaluate('history.back()').catch(() => {})
  await until('it is back', async () => ['back', 'new'].includes(await page.title()))
}

t.test('a page that holds a request is kept, holds none meanwhile, and has the current rules when it is back', async t => {
  const { page, session } = await openKept(t)
  await page.evaluate("fetch('/c/slow?text=late').then(reply => reply.text()).then(text => { window.late = text }), undefined")
  await page.goto(`${site.other}/c`)
  await until('no request is held', async () => await heldBy(replica) === 0)
  await written(t, replica, session, [says('two')])
  await goBack(page)
  t.equal(await page.title(), 'back', 'the browser had kept it')
  await hears(page, 'two')
  await until('it holds a request again', async () => await heldBy(replica) === 1)
  await until('the delayed request was made', async () => await page.evaluate('window.late') === 'late')
  await written(t, replica, session, [says('three')])
  await hears(page, 'three')
})

t.test('a tab that waits for its turn is kept, too; another tab that shares rules meanwhile does not end it', async t => {
  const { page: first, context, session, asking } = await openKept(t)
  const second = await context.newPage()
  await second.goto(`${site.url}/page`)
  await hears(second, 'one')
  await second.goto(`${site.other}/c`)
  await written(t, replica, session, [says('two')])
  await hears(first, 'two')
  await goBack(second)
  t.equal(await second.title(), 'back', 'the browser had kept it')
  await hears(second, 'two')
  t.same(holders(asking), [first])
  await first.goto(`${site.other}/c`)
  await until('the second tab holds a request', async () => holders(asking)[0] === second && await heldBy(replica) === 1)
  await written(t, replica, session, [says('three')])
  await hears(second, 'three')
  await goBack(first)
  t.equal(await first.title(), 'back', 'the browser had kept it')
  await hears(first, 'three')
})
