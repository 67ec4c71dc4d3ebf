// The accessible labels of rows, by which users of screen readers tell rows apart.
import t from 'tap'
import { newSession, pushed } from '../../support/client.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl } from '../support/open.js'
import { gridOf, rowNames } from './grid.js'

const { replica, browser } = await startHouse(t)

t.test('rows of one GraphQL address are labeled with their operations', async t => {
  const session = newSession()
  const graphql = {
    method: 'POST',
    api: 'https://api.example.com/graphql',
    requestHeader: 'Content-Type: application/json',
    timeConsuming: 5,
    responseHeader: 'HTTP/1.1 200 OK'
  }
  const named = { operationName: 'Checkout', query: 'mutation Checkout { pay { id } }' }
  await pushed(replica, session, { ...graphql, request: JSON.stringify(named) })
  await pushed(replica, session, { ...graphql, request: JSON.stringify({ query: '{ cart { items } }' }) })
  const page = await openPage(t, browser, pageUrl(replica, session))
  await gridOf(page).getByRole('row', { name: '/graphql' }).nth(1).waitFor()
  t.same(await rowNames(page), ['POST 200 /graphql, mutation Checkout', 'POST 200 /graphql, query'])
})
