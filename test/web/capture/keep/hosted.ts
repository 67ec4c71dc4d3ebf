// Recorder scripts that the app hosts itself: pages are recorded even if they are opened while the service is unreachable. Also covers a
// recorder that cannot load earshot-keep.js, the part that stores requests on the device.
import t, { type Test } from 'tap'
import type { BrowserContext, Page } from 'playwright-core'
import { newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { ask, open, recorded, replica, site, type Opened } from '../browser/place.js'
import { startFront, type Front } from './front.js'
import { keeps, keepsNothing, keepTag, kept } from './place.js'

const KEEP = /earshot-keep/

interface Hosted extends Opened {
  front: Front
  /** The scripts that were requested from the service. */
  fromService: string[]
}

/** The app serves these files of the recorder at `/own/`; nobody serves those of the service. */
async function openHosted (t: Test, [script, ...more]: [string, ...string[]], attributes: string): Promise<Hosted> {
  const front = await startFront(t, replica.url)
  const fromService: string[] = []
  const files = new Map<string, string>()
  for (const name of [script, ...more]) files.set(`/own/${name}`, await (await fetch(`${replica.url}/${name}`)).text())
  const prepare = async (context: BrowserContext) => {
    await context.route(`${site.url}/own/**`, async route => {
      const body = files.get(new URL(route.request().url()).pathname)
      await route.fulfill(body === undefined ? { status: 404 } : { contentType: 'text/javascript', body })
    })
    await context.route(`${front.url}/**`, async route => {
      const { pathname } = new URL(route.request().url())
      if (pathname.startsWith('/capture/')) return await route.continue()
      fromService.push(pathname)
      await route.abort()
    })
  }
  const head = `<script src="/own/${script}" data-url="${front.url}" ${attributes}></script>`
  return { front, fromService, ...await open(t, head, { prepare }) }
}

async function deliveryPath (): Promise<string> {
  const script = await (await fetch(`${replica.url}/earshot.js`)).text()
  return /assets\/earshot-delivery-\w+\.js/.exec(script)![0]
}

async function responses (session: string): Promise<string[]> {
  return (await recorded(session, 1)).map(({ response }) => response)
}

const HOSTED: [string, ...string[]][] = [['earshot-whole.js', 'earshot-keep.js'], ['earshot.js', await deliveryPath(), 'earshot-keep.js']]

for (const files of HOSTED) {
  t.test(`a page with its own ${files[0]}, opened while the service cannot be reached, keeps its requests for a later page`, async t => {
    const session = newSession()
    const { page, context, front, fromService } = await openHosted(t, files, `data-session="${session}" data-keep`)
    front.state = 'off'
    await ask(page, '/c?text=offline')
    await keeps(page, 'text=offline')
    await page.close()
    front.state = 'up'
    const next = await context.newPage()
    await next.goto(`${site.url}/page`)
    t.same(await responses(session), ['offline'])
    await keepsNothing(next)
    t.same(fromService, [])
  })
}

t.test('without a session, it keeps requests, too, and sends them when the service can be reached', async t => {
  const session = newSession()
  const { page, front } = await openHosted(t, HOSTED[0]!, 'data-keep="10m"')
  front.state = 'off'
  await ask(page, '/c?text=silent')
  await keeps(page, 'text=silent')
  await t.rejects(page.evaluate(`Earshot.send('${session}')`))
  front.state = 'up'
  t.equal(await page.evaluate(`Earshot.send('${session}')`), 1)
  t.same(await responses(session), ['silent'])
})

t.test('an app that hosts only the script gets the code for keep from the service', async t => {
  const session = newSession()
  const { page, front, context } = await openHosted(t, ['earshot-whole.js'], `data-session="${session}" data-keep`)
  await context.unroute(`${front.url}/**`)
  await page.reload()
  front.state = 'off'
  await ask(page, '/c?text=kept')
  await keeps(page, 'text=kept')
  front.state = 'up'
  await page.evaluate('dispatchEvent(new Event("online"))')
  t.same(await responses(session), ['kept'])
})

/** A page that cannot load the code for `keep`; its clock stands still. */
async function openWithoutKeep (t: Test, session: string): Promise<Opened> {
  const front = await startFront(t, replica.url)
  const opened = await open(t, '', { prepare: async context => await context.route(KEEP, route => route.abort()) })
  await opened.page.clock.install()
  site.page = `<!doctype html>${keepTag(front, session)}`
  await opened.page.goto(`${site.url}/page`)
  return opened
}

/** Lets the time of the page run until it is so. */
async function runUntil (page: Page, what: string, isSo: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    await page.clock.runFor(5000)
    return await isSo()
  })
}

t.test('without a session, a recorder that cannot load the code for keep tries again, and loses nothing', async t => {
  const { page, context } = await openWithoutKeep(t, '')
  await ask(page, '/c?text=early')
  await runUntil(page, 'it says so', async () => await page.evaluate('Earshot.state.status') === 'retrying')
  t.match(await page.evaluate('Earshot.state'), { reason: 'the code for `keep` cannot be loaded', requests: 1, queued: 1, dropped: 0 })
  const session = newSession()
  t.match(await page.evaluate(`Earshot.send('${session}').catch(error => error.message)`), /code for `keep` cannot be loaded/)
  await context.unroute(KEEP)
  await runUntil(page, 'it is kept', async () => (await kept(page)).some(text => text.includes('text=early')))
  t.match(await page.evaluate('Earshot.state'), { status: 'waiting', reason: undefined })
  t.equal(await page.evaluate(`Earshot.send('${session}')`), 1)
  t.same(await responses(session), ['early'])
})

t.test('with a session, a recorder that cannot load the code for keep sends without it', async t => {
  const session = newSession()
  const { page } = await openWithoutKeep(t, session)
  await ask(page, '/c?text=direct')
  await runUntil(page, 'it is sent', async () => await page.evaluate('Earshot.state.sent') === 1)
  t.same(await responses(session), ['direct'])
  t.match(await page.evaluate('Earshot.send().catch(error => error.message)'), /code for `keep` cannot be loaded/)
})
