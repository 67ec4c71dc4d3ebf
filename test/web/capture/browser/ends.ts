// How a request is recorded if the page aborts it, or does not read its response body.
import t from 'tap'
import { newSession } from '../../../support/client.js'
import { open, recorded, tag } from './place.js'

t.test('a fetch that the page aborts is canceled, whatever the reason it gives; one that times out is not', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  await page.evaluate(`(async () => {
    const aborted = async (reason, signal) => {
      const abort = new AbortController()
      const asked = fetch('/c?hold', { signal: signal ?? abort.signal })
      abort.abort(reason)
      await asked.catch(() => {})
    }
    await aborted()
    await aborted(new Error('mine'))
    await aborted('user left')
    await aborted(undefined, AbortSignal.timeout(50))
  })()`)
  const entries = await recorded(session, 4)
  t.same(entries.map(({ note }) => note?.replace(/(Error): .*(abort|time).*/, '$1')), [
    'canceled: AbortError', 'canceled: Error: mine', 'canceled: user left', 'TimeoutError'
  ])
})

t.test('a request whose body the page does not read has ended when its headers came', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  const tookMs = await page.evaluate(`(async () => {
    const startMs = performance.now()
    await fetch('/c?type=application/json&text={"b":1.0}')
    return performance.now() - startMs
  })()`)
  const [entry] = await recorded(session, 1)
  // The page waits for the headers longer than the recorder; browsers round the time.
  t.ok(entry!.timeConsuming <= Number(tookMs) + 1, `${entry!.timeConsuming} of ${String(tookMs)} ms`)
})
