// The service is killed while an app continues to send requests. EARSHOT_TEST_OUTAGE_SECONDS: the minimum length of the outage.
import t from 'tap'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { newSession } from '../../../support/client.js'
import { startProcess } from '../../../support/replica.js'
import { until } from '../../../support/until.js'
import { open, recorded, redis, site } from './place.js'

const OUTAGE_MS = Number(process.env.EARSHOT_TEST_OUTAGE_SECONDS ?? 0) * 1000
const ASKED_MEANWHILE = 50

t.test('after the service is killed and restarted, it has every request of the outage exactly once', async t => {
  const session = newSession()
  const env = { PORT: '0', HOST: '127.0.0.1', REDIS_URL: redis.url, LOG_LEVEL: 'info', MAX_ENTRIES: '100000' }
  const killed = await startProcess(t, env)
  const { page } = await open(t, `<script src="${killed.url}/earshot.js" data-session="${session}"></script>`)
  await page.evaluate(TRAFFIC)
  const asked = async () => await page.evaluate<number>('asked')
  await until('some are under way', async () => await asked() > 10)
  killed.child.kill('SIGKILL')
  await once(killed.child, 'close')
  await until('it was noticed', async () => await page.evaluate('Earshot.state.status') === 'retrying')
  const before = await asked()
  await delay(OUTAGE_MS)
  await until('the app has gone on', async () => await asked() >= before + ASKED_MEANWHILE)
  await startProcess(t, { ...env, PORT: new URL(killed.url).port })
  const count = await page.evaluate<number>('stop()')
  t.equal(await page.evaluate('failed'), 0, 'no request of the app failed')
  const entries = await recorded(session, count)
  t.same(entries.map(({ api }) => Number(api.split('n=')[1])).sort((a, b) => a - b), Array.from({ length: count }, (_, n) => n))
  t.same(new Set(entries.map(({ api, response }) => response === api.split('n=')[1])), new Set([true]), 'each has its own answer')
  // The service has all requests before its last replies reach the recorder.
  await until('the recorder knows it', async () => await page.evaluate('Earshot.state.queued') === 0)
  t.match(await page.evaluate('Earshot.state'), { status: 'recording', dropped: 0, queued: 0 })
  t.notOk(site.gone.some(path => path.includes('traffic')))
})

/** Four loops, each one request every second frame, until stop(), which resolves with the number: in 20 s fewer than the queue holds. */
const TRAFFIC = `
  var asked = 0, failed = 0, going = true
  const ask = async () => {
    while (going) {
      const n = asked++
      await fetch('/c?text=' + n + '&traffic&n=' + n).then(reply => reply.text()).catch(() => { failed++ })
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
  }
  const all = Promise.all([ask(), ask(), ask(), ask()])
  var stop = async () => { going = false; await all; return asked }
  undefined`
