// Tests that a regular expression in a filter is stopped if it takes too long.
import t from 'tap'
import { bounded } from '../../src/cli/bounded-filter.js'
import { filter } from '../../src/filter/entry-filter.js'
import type { Entry } from '../../src/schema/entry.js'
import { newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { sampled } from '../support/runs.js'
import { BUILT, Earshot } from './earshot.js'

const SAID = /^earshot: A regular expression of the filter takes more than 5 s: make it simpler, or search for plain text\n$/
const NEVER = 'response:/(y+)+z/'
const ENTRY: Entry = {
  id: '1-1',
  timestamp: 1,
  startTime: 1,
  api: '/a',
  method: 'GET',
  requestId: 'r',
  timeConsuming: 1,
  requestHeader: '',
  responseHeader: '',
  request: '',
  response: '',
  pageParams: '',
  storage: ''
}

t.test('a bounded filter gives the same results, and a filter without regular expressions is not wrapped', t => {
  const [plain, found] = [filter('method:GET'), bounded(filter('/b+/ method:GET'))]
  t.equal(bounded(plain), plain)
  t.notOk(found(ENTRY))
  t.same(found.missing(ENTRY), ['/b+/'])
  t.ok(found({ ...ENTRY, response: 'abb' }))
  t.same([found.text, found.faults, found.needsSession], ['/b+/ method:GET', [], false])
  t.end()
})

t.test('an expression that takes too long is stopped, and later filters work at once', t => {
  const found = bounded(filter(NEVER))
  const long = { ...ENTRY, response: 'y'.repeat(3_000_000) }
  t.throws(() => found(long), /takes more than 5 s/)
  t.throws(() => found(long), /takes more than 5 s/)
  t.same(found.missing(long), [NEVER])
  t.ok(bounded(filter('response:/y{3}/'))(long))
  t.end()
})

// Each takes five seconds of CPU.
const COMMANDS = sampled(['export', 'wait', 'watch', 'diff'], 4)

t.test('commands report it in one sentence', async t => {
  const replica = await startReplica(t, await startRedis(t))
  const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })
  const session = newSession()
  await pushed(replica, session, { response: 'y'.repeat(3_000_000), timeConsuming: 1 })
  await Promise.all(COMMANDS.map(async command => {
    t.match(await earshot.run([command, session, ...command === 'diff' ? [session] : [], '--filter', NEVER]),
      { code: 2, stdout: '', stderr: command === 'watch' ? /takes more than 5 s/ : SAID }, command)
  }))
})
