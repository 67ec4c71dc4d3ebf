// If the browser's storage is full, forbidden, broken, or was created by a newer recorder, the recorder works as it does without data-keep,
// and logs nothing.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { isFirefox } from '../../../support/browser.js'
import { list, newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { ask, open, recorded, replica, site } from '../browser/place.js'
import { doubled, startFront } from './front.js'
import { keepTag, kept, openKeeping } from './place.js'

const OBSTACLES = {
  'is forbidden': "Object.defineProperty(window, 'indexedDB', { get () { throw new DOMException('no', 'SecurityError') } })",
  'does not exist': "Object.defineProperty(window, 'indexedDB', { value: undefined })",
  'never answers': 'IDBFactory.prototype.open = () => ({})',
  'cannot be written': "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }",
  'cannot be read': "IDBObjectStore.prototype.getAll = () => { throw new DOMException('broken', 'UnknownError') }"
}

async function survives (t: Test, prepare: (page: Page) => Promise<unknown>): Promise<void> {
  const front = await startFront(t, replica.url)
  const session = newSession()
  const { context } = await open(t, '')
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  page.on('pageerror', error => said.push(error.message))
  await page.goto(`${site.url}/page?empty`)
  await prepare(page)
  site.page = `<!doctype html>${keepTag(front, session)}
    <script>addEventListener('unhandledrejection', ({ reason }) => console.log('rejected: ' + reason))</script>`
  await page.goto(`${site.url}/page`)
  await ask(page, '/c?text=before')
  await recorded(session, 1)
  front.state = 503
  await ask(page, '/c?text=meanwhile')
  await until('it was refused', async () => front.refused > 0)
  front.state = 'up'
  await ask(page, '/c?text=after')
  const entries = await recorded(session, 3)
  t.same(entries.map(({ response }) => response).sort(), ['after', 'before', 'meanwhile'])
  t.same(doubled(front), [])
  t.same(said.filter(line => !/503/.test(line)), [])
}

for (const [name, script] of Object.entries(OBSTACLES)) {
  t.test(`if the storage ${name}, the queue in memory does its work`, async t => {
    await survives(t, async page => { await page.addInitScript(script) })
  })
}

// Playwright changes the quota of Chromium only.
t.test('if the browser allows no more storage, the queue in memory does its work', { skip: isFirefox }, async t => {
  await survives(t, async page => {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1000 })
  })
})

t.test('if a newer recorder has made the database, or another program, it stays as it is', async t => {
  for (const version of [2, 1]) {
    await survives(t, async page => {
      await page.evaluate(`new Promise(resolve => {
        const request = indexedDB.open('earshot', ${version})
        request.onupgradeneeded = () => { request.result.createObjectStore('other') }
        request.onsuccess = () => { request.result.close(); resolve() }
      })`)
    })
  }
})

t.test('if the device is full, the oldest make room, and the number of dropped pushes is told', async t => {
  const front = await startFront(t, replica.url)
  const session = newSession()
  const { page } = await open(t, `${keepTag(front, '', '')}<script>
    Earshot.start({ session: '${session}', keep: true, limits: { queueBytes: 200_000 } })
  </script>`)
  front.state = 503
  for (let n = 0; n < 8; n++) {
    await page.evaluate(async n => await (await fetch(`/c?text=n${n}&`, { method: 'POST', body: 'x'.repeat(50_000) })).text(), n)
    await until('it is kept', async () => (await kept(page)).some(text => text.includes(`text=n${n}&`)))
  }
  const bytes = (await kept(page)).join('').length
  t.ok(bytes < 300_000, `${bytes}`)
  front.state = 'up'
  await page.evaluate('dispatchEvent(new Event("online"))')
  await until('the last has come', async () => front.arrived.some(({ requestId }) => requestId.endsWith('-7')))
  const entries = await recorded(session, new Set(front.arrived.map(({ requestId }) => requestId)).size)
  t.ok(entries.length < 8, `${entries.length}`)
  t.ok(entries.some(({ note }) => /earlier pushes dropped/.test(note ?? '')))
})

t.test('an app that deletes the database does not wait for the recorder', async t => {
  const { page, session, front } = await openKeeping(t)
  front.state = 503
  await ask(page, '/c?text=kept')
  await until('it is kept', async () => (await kept(page)).length > 0)
  t.equal(await page.evaluate(`new Promise(resolve => {
    const request = indexedDB.deleteDatabase('earshot')
    request.onsuccess = () => resolve('deleted')
    request.onblocked = () => resolve('blocked')
  })`), 'deleted')
  front.state = 'up'
  await ask(page, '/c?text=after')
  // In Firefox, what was kept may have been read before.
  await until('it is recorded', async () => (await list(replica, session)).some(({ response }) => response === 'after'))
})
