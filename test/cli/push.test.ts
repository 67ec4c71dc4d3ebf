// earshot push and import: what they record, and what they refuse.
import t from 'tap'
import { list, newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { BUILT, Earshot } from './earshot.js'

const replica = await startReplica(t, await startRedis(t))
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: replica.url })

t.test('a push with a status or a response is complete, also with --time 0; a time that is none is refused', async t => {
  const session = newSession()
  const push = async (...args: string[]) => await earshot.run(['push', session, '--api', `/${args.join()}`, ...args])
  for (const args of [
    ['--status', '200', '--time', '0'], ['--response', '', '--time', '0.0'], ['--status', '0'], ['--time', '87.5'], ['--time', '0'], [],
    ['--status', '200', '--time', '0.05']
  ]) t.match(await push(...args), { code: 0 }, args.join(' '))
  t.same((await list(replica, session)).map(({ timeConsuming }) => timeConsuming), [0.1, 0.1, 1, 87.5, 0, 0, 0.05])
  for (const time of ['', ' ', '1e400', 'Infinity', '0x10', '-1', '9'.repeat(400)]) {
    t.match(await push('--time', time), { code: 2, stdout: '', stderr: /It must be a number of milliseconds such as 87 or 0\.4\.\n/ }, time)
  }
  t.equal((await list(replica, session)).length, 7)
})

t.test('import refuses entries that are no requests, counts them, and exits with 1', async t => {
  const session = newSession()
  const input = '{"log":{"entries":[{"request":{"method":"GET","url":"/x"}},{"request":{}},{"foo":1},null]}}'
  const { code, stdout, stderr } = await earshot.run(['import', '--session', session], { input })
  t.match([code, stdout.split(':')[0]].join(), '1,1 request recorded')
  t.equal(stderr, [2, 3, 4].map(n => `-, entry ${n}: The entry has no request with a URL\n`).join('') + 'earshot: 3 of 4 entries were refused\n')
  t.same((await list(replica, session)).map(({ api }) => api), ['/x'])
})
