import t from 'tap'
import { nameOf } from '../../src/redis/address.js'

t.test('the name of an address says where Redis is, without passwords', async t => {
  const single = (url: string) => nameOf({ kind: 'single', url })
  t.equal(single('redis://user:secret@example.com:6380/2?password=secret'), 'Redis at example.com:6380')
  t.equal(single('rediss://:s%23cret@[::1]'), 'Redis at [::1]:6379')
  t.equal(single('redis:///2'), 'Redis at localhost:6379')
  t.equal(single('/run/redis.sock?password=secret'), 'Redis at /run/redis.sock')
  t.equal(nameOf({ kind: 'cluster', nodes: ['a:7000', 'redis://user:secret@b:7001'] }), 'The Redis Cluster at a:7000, b:7001')
  t.equal(nameOf({ kind: 'sentinel', sentinels: ['rediss://:secret@a:26379', '[::1]:26380'], name: 'mymaster' }),
    'Redis behind the Sentinels at a:26379, [::1]:26380')
})
