// Which rows of the list are rendered at once after a scroll jump, such as dragging the scrollbar, and which later.
import t from 'tap'
import { newSession, pushBatch } from '../../support/client.js'
import { until } from '../../support/until.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { count } from '../support/parts.js'
import { gridOf } from './grid.js'

const { replica, browser } = await startHouse(t)

t.test('after a jump the rows in view are rendered, and the rows around them when it is calm; no row moves in the document', async t => {
  const session = newSession()
  const pushes = Array.from({ length: 500 }, (_, n) => ({ api: `/orders/${n}`, method: 'GET', timeConsuming: 5, requestId: `r-${n}` }))
  t.match(await pushBatch(replica, session, pushes), { status: 200 })
  const page = await openPage(t, browser, pageUrl(replica, session))
  // The newest rows are there before the others: until then, the list is too short for the jump.
  await count(page).getByText('500 requests').waitFor()

  const rows = await gridOf(page).evaluate(async grid => {
    const rows = grid.querySelector('.list-rows')!
    const indexes = () => [...rows.children].map(row => Number(row.getAttribute('aria-rowindex')) - 2)
    // All that one render changes is told at once. A row that is moved would be a change of the list of children. On a busy machine, parts
    // of the page that are loaded late may render rows before.
    const first = await new Promise<number[]>(resolve => {
      new MutationObserver((records, observer) => {
        if (!indexes().includes(100)) return
        observer.disconnect()
        resolve(records.some(({ target }) => target === rows) ? [] : indexes())
      }).observe(rows, { subtree: true, attributes: true, childList: true })
      grid.scrollTop = 100 * 24
    })
    return { first, height: grid.clientHeight }
  })
  const inView = Array.from({ length: Math.floor(rows.height / 24) }, (_, n) => 100 + n)
  t.same(inView.filter(index => !rows.first.includes(index)), [], 'all rows in view are rendered at once')
  t.ok(rows.first.some(index => index > 400), 'those around them are the old ones')
  const around = Array.from({ length: rows.first.length }, (_, n) => 92 + n)
  await until('all are rendered, in order', async () => JSON.stringify(await gridOf(page).evaluate(grid =>
    [...grid.querySelectorAll('.list-rows > [role=row]')].map(row => Number(row.getAttribute('aria-rowindex')) - 2))) === JSON.stringify(around))
})
