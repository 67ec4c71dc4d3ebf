// The link of an app to the rules of its session: which answers confirm the rules that the app has, and which do not.
import t from 'tap'
import { reply, RULE, start } from './rules-service.js'

t.test('an answer without a version does not say that the version is still the same: all is read then', async t => {
  const shared: string[] = []
  const { last, passTo, applies } = start({ mayHold: () => true, share: text => shared.push(text) })
  await last().answer(reply('1', { holdMs: 60_000 }))
  await passTo(1)
  await last().answer({ status: 204, retryAfterMs: 3000 })
  t.equal(shared.length, 1, 'nothing was confirmed, so other tabs get nothing')
  await passTo(3002)
  t.match(last(), { after: undefined, waitSeconds: undefined })
  for (let n = 1; n < 60; n++) {
    await last().answer({ status: 204, retryAfterMs: 5000 })
    await passTo(n * 10_000)
  }
  t.equal(applies(), true)
  await last().answer({ status: 204, retryAfterMs: 5000 })
  await passTo(601_000)
  t.equal(applies(), false)
})

t.test('an answer that names another version makes it ask for that', async t => {
  const { asks, last, passTo, applies } = start()
  await last().answer(reply('1'))
  await passTo(10_000)
  await last().answer({ status: 204, rules: '2' })
  await passTo(13_001)
  t.equal(asks.length, 3)
  await last().answer(reply('2', { rules: [] }))
  t.equal(applies(), false)
})

t.test('after its end it takes nothing and asks for nothing', async t => {
  let kept: string | undefined
  const { asks, link, last, passTo, applies } = start({ store: { read: () => undefined, write: text => { kept = text } } })
  await last().answer(reply('1'))
  await passTo(10_000)
  link.stop()
  await last().answer(reply('2'))
  kept = 'of another link'
  link.heard('3')
  link.received(reply('4').text)
  link.sleep()
  link.wake()
  link.holdChanged()
  await passTo(60_000)
  t.equal(asks.length, 2)
  t.equal(applies(), false)
  t.equal(kept, 'of another link')
})

t.test('a copy on the device, and what another tab shares, is replaced by what the service says; no version confirms it', async t => {
  const text = JSON.stringify({ at: 5_000_000, uses: [], reply: JSON.parse(reply('1').text) as unknown })
  const { asks, link, last, passTo, applies } = start({ store: { read: () => text, write: () => {} } })
  t.equal(applies(), true)
  t.equal(last().after, undefined)
  link.heard('1')
  await last().fail()
  await passTo(600_500)
  t.equal(applies(), false, 'ten minutes after it was written')
  const other = start()
  await other.last().answer(reply('1'))
  other.link.received(reply('1', { rules: [{ ...RULE, id: 'r-9' }] }).text)
  await other.passTo(30_001)
  t.equal(other.last().after, undefined)
  t.ok(asks.length > 1)
})

t.test('a reply that newer rules have overtaken is not taken; the next one is, in case the clock of the service was set back', async t => {
  const texts: string[] = []
  const { asks, last, link, passTo, applies, now } = start({ mayHold: () => true, share: text => texts.push(text) })
  await last().answer(reply('1', { holdMs: 60_000, now: 100_000 }))
  await passTo(1)
  await last().answer({ status: 204, rules: '1;hold=60;now=100900' })
  t.match(JSON.parse(texts.at(-1)!), { version: '1', now: 100_900 }, 'what it shares says how old it is')
  await passTo(1001)
  await last().answer(reply('2', { holdMs: 60_000, now: 102_000, rules: [] }))
  await passTo(1002)
  link.received(reply('1', { now: 101_999 }).text)
  t.equal(applies(), false, 'another tab was slower')
  link.received(reply('2', { now: 102_500, rules: [] }).text)
  t.match(last(), { after: '2', waitSeconds: 25 }, 'it goes on as before')
  await last().answer(reply('1', { now: 102_400 }))
  t.equal(applies(), false, 'its own request was slower')
  const before = asks.length
  await passTo(now() + 5000)
  t.equal(asks.length, before + 1)
  await last().answer(reply('3', { now: 50_000 }))
  t.equal(applies(), true)
})
