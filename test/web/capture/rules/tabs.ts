// Several tabs of one browser that record into the same session: at most one of them has a long-polling request open, and all get the
// rules.
import t, { type Test } from 'tap'
import type { BrowserContext, Page } from 'playwright-core'
import { newSession } from '../../../support/client.js'
import { heldBy, written } from '../../../support/rules.js'
import { until } from '../../../support/until.js'
import { open, replica, site, tag } from '../browser/place.js'
import { answer, hears, holders, says, watchAsking, type Asking } from './asking.js'

interface Opened { context: BrowserContext, first: Page, session: string, asking: Asking }

async function openFirst (t: Test, init = ''): Promise<Opened> {
  const session = newSession()
  await until('no page of another test holds a request', async () => await heldBy(replica) === 0)
  await written(t, replica, session, [says('one')])
  let asking: Asking | undefined
  const { page: first, context } = await open(t, tag(session, 'data-rules'), {
    prepare: async context => {
      await context.addInitScript(init)
      asking = watchAsking(context)
    }
  })
  return { context, first, session, asking: asking! }
}

async function openNext (context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${site.url}/page`)
  return page
}

/** From now on, the page can learn of rules from other tabs only. */
async function keepFromService (page: Page): Promise<void> {
  await page.route('**/capture/rules?*', () => {})
}

t.test('of several tabs, one holds a request; all have a change, and if this tab closes, another holds one', async t => {
  const { context, first, session, asking } = await openFirst(t)
  await until('the first tab holds a request', async () => holders(asking)[0] === first && await heldBy(replica) === 1)
  const others = [await openNext(context), await openNext(context)]
  for (const page of others) await hears(page, 'one')
  for (const page of others) await keepFromService(page)
  await written(t, replica, session, [says('two')])
  for (const page of [first, ...others]) await hears(page, 'two')
  await until('it is held again', async () => await heldBy(replica) === 1)
  t.same(holders(asking), [first])
  t.equal(asking.mostHeld, 1)
  for (const page of others) await page.unroute('**/capture/rules?*')
  await first.close()
  await until('another tab holds a request', async () => others.includes(holders(asking)[0]!) && await heldBy(replica) === 1)
  await written(t, replica, session, [says('three')])
  for (const page of others) await hears(page, 'three')
})

t.test('where a browser has no locks, as on http, no tab holds a request, and the first that has a change tells the others', async t => {
  const { context, first, session, asking } = await openFirst(t, "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })")
  const second = await openNext(context)
  for (const page of [first, second]) await hears(page, 'one')
  await keepFromService(second)
  // The answer to a push would tell it of the change.
  await first.route('**/capture/batch?*', () => {})
  await written(t, replica, session, [says('two')])
  for (const page of [second, first]) await hears(page, 'two')
  t.equal(asking.mostHeld, 0)
})

t.test('a tab that is hidden leaves its turn to a visible one, and has the current rules when it is shown', async t => {
  const { context, first, session, asking } = await openFirst(t)
  await until('the first tab holds a request', async () => await heldBy(replica) === 1)
  const second = await openNext(context)
  await hears(second, 'one')
  await show(first, 'hidden')
  await until('the second tab holds one', async () => holders(asking)[0] === second && await heldBy(replica) === 1)
  await written(t, replica, session, [says('two')])
  await hears(second, 'two')
  t.equal(await first.evaluate("fetch('/c', { method: 'POST' }).then(reply => reply.text())"), 'one', 'it is not told')
  await show(first, 'visible')
  await hears(first, 'two')
  t.same(holders(asking), [second])
})

// Headless tabs are all visible.
async function show (page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
}

t.test('an answer that comes late does not bring older rules back, neither in its tab nor in others', async t => {
  const { context, first, session, asking } = await openFirst(t)
  await until('the first tab holds a request', async () => await heldBy(replica) === 1)
  const second = await context.newPage()
  let release = () => {}
  let isLate = false
  await second.route('**/capture/rules?*', async route => {
    const late = await route.fetch()
    isLate = true
    await new Promise<void>(resolve => { release = resolve })
    await route.fulfill({ response: late })
  }, { times: 1 })
  await second.goto(`${site.url}/page`)
  await until('the answer is on its way', () => Promise.resolve(isLate))
  await written(t, replica, session, [says('two')])
  await hears(first, 'two')
  await hears(second, 'two')
  await until('it is held again', async () => await heldBy(replica) === 1)
  const over = second.waitForEvent('requestfinished', request => request.url().includes('/capture/rules?'))
  release()
  await over
  // The answer is read, and what the tab shares arrives, within these round trips.
  const heard = new Set<string>()
  for (let n = 0; n < 20; n++) for (const page of [first, second]) heard.add(await answer(page))
  t.same([...heard], ['two'])
  t.same(holders(asking), [first])
})
