// earshot push: a request that is given by options, and times that it refuses.
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
