import t from 'tap'
import { filter } from '../../src/filter/entry-filter.js'
import { entryWith } from '../exchange/entry.js'

t.test('matches an entry, and lists the terms that it does not match', async t => {
  const orders = filter('method:POST path:/orders (status:201 OR status:202) -is:pending')
  const made = entryWith({ method: 'POST', api: '/v1/orders', responseHeader: 'HTTP/1.1 201 Created', timeConsuming: 3 })
  t.equal(orders(made), true)
  t.same(orders.missing(made), [])
  t.same(orders.missing({ ...made, method: 'GET', responseHeader: 'HTTP/1.1 500 No' }), ['method:POST', 'status:201 OR status:202'])
  t.same(orders.missing({ ...made, timeConsuming: 0 }), ['-is:pending'])
  t.equal(filter('')(made), true)
  t.same(filter('kettle OR toaster').missing(made), ['kettle OR toaster'])
})

t.test('reports likely mistakes, which the language reads as text', async t => {
  t.same(filter('statsu:200 path:/a https://a.example "note:x" (mehtod:GET)').faults, [
    { kind: 'key', part: 'statsu:200', meant: 'status', at: 0 },
    { kind: 'key', part: 'mehtod:GET', meant: 'method', at: 47 }
  ])
})

t.test('a relative time moves with the clock', async t => {
  const { now } = Date
  t.teardown(() => { Date.now = now })
  const startMs = now()
  const fresh = filter('after:1m path:/a')
  const entry = entryWith({ api: '/a', startTime: startMs })
  t.equal(fresh(entry), true)
  t.equal(fresh.changesAt(entry, startMs), startMs + 60_001)
  Date.now = () => startMs + 60_001
  t.equal(fresh(entry), false)
  t.same(fresh.missing(entry), ['after:1m'])
})
