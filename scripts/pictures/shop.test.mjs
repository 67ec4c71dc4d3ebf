// The tests that `earshot record` runs in the animation of the README. The shop answers the request of the last test with 200 and an error
// in the body.
import test from 'node:test'
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

// Slowly enough to follow.
test.beforeEach(async () => { await pause(700) })

async function ask (method, path, body) {
  const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'
  const sent = body && { headers: { 'content-type': type }, body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await fetch(process.env.SHOP + path, { method, ...sent })
  return await response.json()
}

test('the first page lists products', async () => {
  const { items } = await ask('GET', '/api/products?page=1')
  assert.ok(items.length > 0)
})

test('a customer logs in', async () => {
  const { user } = await ask('POST', '/api/session', { name: 'zoe', password: 'kettle' })
  assert.ok(user)
})

test('an item goes into the cart', async () => {
  assert.equal((await ask('PUT', '/api/cart/items/3', { quantity: 2 })).quantity, 2)
})

test('an order is accepted', async () => {
  const { status } = await ask('POST', '/api/orders', { items: [{ id: 3, quantity: 2 }] })
  assert.equal(status, 'accepted')
})

test('the profile has an age', async () => {
  const { data } = await ask('POST', '/api/graphql', { query: '{ viewer { name age } }' })
  assert.ok(data.viewer.age, 'the profile has no age')
})
