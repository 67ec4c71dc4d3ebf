// earshot push, import and replay: what they record, and what they refuse.
import t from 'tap'
import { list, newSession, pushed } from '../support/client.js'
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

t.test('an empty file is called empty', async t => {
  for (const command of ['import', 'rules from my-test-session -']) {
    t.match(await earshot.run(command.split(' '), { input: ' \n' }), { code: 2, stdout: '', stderr: 'earshot: stdin is empty\n' }, command)
  }
})

t.test('import refuses entries that are no requests, counts them, and exits with 1', async t => {
  const session = newSession()
  const input = '{"log":{"entries":[{"request":{"method":"GET","url":"/x"}},{"request":{}},{"foo":1},null]}}'
  const { code, stdout, stderr } = await earshot.run(['import', '--session', session], { input })
  t.match([code, stdout.split(':')[0]].join(), '1,1 request recorded')
  t.equal(stderr, [2, 3, 4].map(n => `stdin, entry ${n}: The entry has no request with a URL\n`).join('') + 'earshot: 3 of 4 entries were refused\n')
  t.same((await list(replica, session)).map(({ api }) => api), ['/x'])
})

t.test('the figures have the right number: one push was refused, the others were', async t => {
  const push = async (...lines: string[]) => (await earshot.run(['push', newSession()], { input: lines.join('\n') })).stderr
  const [good, bad] = ['{"api":"/a","method":"GET","timeConsuming":1}', '{}']
  t.match(await push(good, bad), /\nearshot: 1 of 2 pushes was refused\n$/)
  t.match(await push(bad), /\nearshot: 1 of 1 push was refused\n$/)
  t.match(await push(bad, bad, good), /\nearshot: 2 of 3 pushes were refused\n$/)
})

t.test('replay says of each push whether the service took it, in words that are no status of the request', async t => {
  const tight = await startReplica(t, await startRedis(t), { BODY_LIMIT: '2kb' })
  const of = (url: string, text: string) => ({
    request: { method: 'GET', url }, response: { status: 503, content: { text } }, time: 1, startedDateTime: '2026-01-01T00:00:00Z'
  })
  const input = JSON.stringify({ log: { entries: [of('/small', ''), of('/large', 'x'.repeat(5000))] } })
  const { code, stdout, stderr } = await earshot.run(['replay', '-', '--url', tight.url], { input })
  t.equal(code, 1)
  t.match(stdout, /complete +GET +\/small +ok\n/)
  t.match(stdout, /complete +GET +\/large +refused: 413 \S/)
  t.equal(stderr, 'earshot: 1 of 4 pushes failed\n')
})

t.test('replay leaves pending what was pending when it was exported, and counts it as one entry', async t => {
  const [session, again] = [newSession(), newSession()]
  await pushed(replica, session, { api: '/open', method: 'POST', requestId: 'a', timeConsuming: 0, age: 1000, request: '{"item":7}' })
  await pushed(replica, session, { api: '/done', requestId: 'b', timeConsuming: 5, responseHeader: 'HTTP/1.1 200 OK' })
  const { stdout: input } = await earshot.run(['export', session, '--format', 'har'])
  t.match(await earshot.run(['replay', '-', '--session', again, '--speed', '1000', '--json'], { input }),
    { code: 0, stdout: /"entries":2,"pushes":3,"failed":0/ })
  t.same(
    (await list(replica, again)).map(({ api, method, timeConsuming, request, responseHeader }) =>
      [api, method, timeConsuming, request, responseHeader]),
    [['/open', 'POST', 0, '{"item":7}', ''], ['/done', 'GET', 5, '', 'HTTP/1.1 200 OK']]
  )
})
