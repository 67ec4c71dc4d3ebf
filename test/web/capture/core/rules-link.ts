// The link of an app to the rules of its session: when it asks the service, which answers it accepts, and when rules end.
import t from 'tap'
import { ASKED, reply, RULE, start } from './rules-service.js'

t.test('asks at the start; without viewers who edit, every 10 seconds for another version', async t => {
  const { asks, passTo, last, applies } = start()
  t.equal(applies(), false)
  await last().answer(reply('1'))
  t.equal(applies(), true)
  await passTo(10_000)
  await last().answer({ status: 204, rules: '1' })
  await passTo(20_000)
  t.same(asks.map(({ after, waitSeconds, atMs }) => [after, waitSeconds, atMs]), [[undefined, undefined, 0], ['1', undefined, 10_000], ['1', undefined, 20_000]])
  await last().answer(reply('2', { rules: [] }))
  t.equal(applies(), false)
})

t.test('while a viewer edits, it holds a request if it may, else it asks every 3 seconds', async t => {
  const holding = start({ mayHold: () => true })
  await holding.last().answer(reply('1', { holdMs: 60_000 }))
  await holding.passTo(1)
  t.match(holding.last(), { after: '1', waitSeconds: 25, atMs: 0 })
  await holding.last().answer(reply('2', { holdMs: 60_000 }))
  await holding.passTo(2)
  t.match(holding.last(), { after: '2', waitSeconds: 25 }, 'at once after a change')
  await holding.passTo(30_000)
  await holding.last().answer({ status: 204, rules: '2' })
  await holding.passTo(39_999)
  t.equal(holding.asks.length, 3, 'nobody edits any more')
  const polling = start()
  await polling.last().answer(reply('1', { holdMs: 60_000 }))
  await polling.passTo(3000)
  t.match(polling.last(), { after: '1', waitSeconds: undefined, atMs: 3000 })
})

t.test('a service or proxy that does not hold requests is asked once a second at most, or as it says', async t => {
  const { asks, passTo, last } = start({ mayHold: () => true })
  await last().answer(reply('1', { holdMs: 60_000 }))
  await passTo(1)
  await last().answer({ status: 204, rules: '1;hold=60' })
  await passTo(999)
  t.equal(asks.length, 2)
  await passTo(1001)
  await last().answer({ status: 204, rules: '1;hold=60', retryAfterMs: 4000 })
  await passTo(5000)
  t.equal(asks.length, 3)
  await passTo(5002)
  t.equal(asks.length, 4)
})

t.test('an answer to a push that names another version makes it ask, also while the app is hidden', async t => {
  const { asks, link, last, passTo } = start()
  await last().answer(reply('1'))
  link.sleep()
  await passTo(60_000)
  t.equal(asks.length, 1, 'a hidden app does not poll')
  link.heard('1;hold=3')
  await passTo(61_000)
  t.equal(asks.length, 1)
  link.heard('2')
  link.heard('2')
  await passTo(61_001)
  t.equal(asks.length, 2)
  await last().fail()
  for (let n = 0; n < 50; n++) {
    link.heard('2')
    await passTo(61_000 + n * 10)
  }
  t.equal(asks.length, 2, 'many pushes do not make it ask more than once a second')
})

t.test('after a failure it comes back after 1 to 5 seconds, then after twice as long, up to a minute', async t => {
  const { passTo, last, now } = start()
  const pauses: number[] = []
  for (let n = 0; n < 8; n++) {
    const failedMs = now()
    await last().fail()
    await passTo(failedMs + 60_000)
    pauses.push(last().atMs - failedMs)
  }
  t.same(pauses, [3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000])
})

t.test('without the service for ten minutes there are no rules', async t => {
  const { link, last, passTo, applies } = start()
  await last().answer(reply('1'))
  const waits: boolean[] = []
  link.wait(link.pick(ASKED)!, Infinity, isRuled => waits.push(isRuled))
  await passTo(10_000)
  await last().fail()
  await passTo(600_000)
  t.equal(applies(), true)
  t.same(waits, [])
  await passTo(600_600)
  t.equal(applies(), false)
  t.same(waits, [false], 'a request that waited is made')
})

t.test('a rule ends by the clock of the service, whatever the clock of the device; what waits for it is made', async t => {
  const { link, last, passTo, applies } = start()
  await last().answer(reply('1', { rules: [{ ...RULE, expires: 105_000 }] }))
  const waits: boolean[] = []
  link.wait(link.pick(ASKED)!, 60_000, isRuled => waits.push(isRuled))
  const cancel = link.wait(link.pick(ASKED)!, 60_000, () => t.fail('it was canceled'))
  cancel()
  await passTo(4900)
  t.equal(applies(), true)
  t.same(waits, [])
  await passTo(5600)
  t.equal(applies(), false)
  t.same(waits, [false])
})

t.test('a request that waits is made if its rule is switched off or becomes another; not if others change', async t => {
  const { link, last, passTo } = start()
  await last().answer(reply('1'))
  const waits: [string, boolean][] = []
  link.wait(link.pick(ASKED)!, 20_000, isRuled => waits.push(['a', isRuled]))
  link.heard('2')
  await passTo(1000)
  await last().answer(reply('2', { rules: [RULE, { ...RULE, id: 'r-2' }] }))
  t.same(waits, [])
  link.heard('3')
  await passTo(2000)
  await last().answer(reply('3', { rules: [{ ...RULE, action: { type: 'delay', ms: 1 } }] }))
  t.same(waits, [['a', false]])
  link.wait(link.pick(ASKED)!, 100, isRuled => waits.push(['b', isRuled]))
  await passTo(2100)
  t.same(waits.at(-1), ['b', true])
  link.wait(link.pick(ASKED)!, Infinity, isRuled => waits.push(['c', isRuled]))
  link.heard('4')
  await passTo(4000)
  await last().answer(reply('4', { off: true }))
  t.same(waits.at(-1), ['c', false])
})

t.test('a copy on the device serves the first requests while it is fresh, with the uses of rules that count', async t => {
  let kept: string | undefined
  const store = { read: () => kept, write: (text: string | undefined) => { kept = text } }
  const first = start({ store })
  await first.last().answer(reply('1', { rules: [{ ...RULE, times: 2 }] }))
  t.equal(first.applies(), true)
  first.link.sleep()
  const next = start({ store })
  t.same([next.applies(), next.applies()], [true, false], 'one use is left')
  t.equal(start({ store, wallMs: () => 5_000_000 + 599_000 }).link.hasRules, true)
  t.equal(start({ store, wallMs: () => 5_000_000 + 601_000 }).link.hasRules, false, 'too old')
  t.equal(start({ store, wallMs: () => 4_000_000 }).link.hasRules, false, 'the clock was set back')
  kept = '{"at":5000000,"reply":{"version":1}}'
  t.equal(start({ store }).link.hasRules, false, 'no reply')
})

t.test('a service without rules is not asked again, and its rules are dropped', async t => {
  const { asks, link, last, passTo, applies } = start()
  await last().answer(reply('1'))
  await passTo(10_000)
  await last().answer({ status: 403 })
  t.equal(applies(), false)
  await passTo(3_600_000)
  t.equal(asks.length, 2)
  link.wake()
  t.equal(asks.length, 2)
  link.sleep()
  link.wake()
  t.equal(asks.length, 3, 'when the app is shown again, it may be allowed again')
  await last().answer({ status: 403 })
  await passTo(7_200_000)
  t.equal(asks.length, 3)
  link.heard('5')
  await passTo(7_200_001)
  t.equal(asks.length, 4, 'it has some again')
})

t.test('an answer of a replica that does not know of rules, while others do, does not end them', async t => {
  const { asks, last, passTo, applies } = start()
  await last().answer({ status: 404 })
  await passTo(3_600_000)
  t.equal(asks.length, 1, 'an older service is not asked again')
  const updating = start()
  await updating.last().answer(reply('1'))
  await updating.passTo(10_000)
  await updating.last().answer({ status: 404 })
  t.equal(updating.applies(), true)
  await updating.passTo(13_000)
  t.equal(updating.asks.length, 3, 'asked again as after a failure')
  for (let n = 0; n < 20; n++) {
    await updating.last().answer({ status: 404 })
    await updating.passTo(13_000 + n * 60_000)
  }
  t.equal(updating.applies(), false, 'not for longer than without the service')
  t.equal(applies(), false)
})

t.test('what another tab shares is taken, and is enough for 30 seconds', async t => {
  const shared: string[] = []
  const { asks, link, last, passTo, applies } = start({ share: text => shared.push(text), takesTurns: true })
  await last().answer(reply('1', { rules: [] }))
  t.equal(shared.length, 1)
  link.received(reply('2').text)
  t.equal(applies(), true)
  await passTo(29_000)
  t.equal(asks.length, 1)
  await passTo(30_001)
  t.match(last(), { after: undefined }, 'what was shared is not taken for what the service says')
  link.received('nonsense')
  t.equal(applies(), true)
})

t.test('where tabs cannot agree which of them holds a request, it is enough for two pauses of one that polls', async t => {
  const { asks, link, last, passTo } = start({ share: () => {} })
  await last().answer(reply('1'))
  link.received(reply('2').text)
  await passTo(19_900)
  t.equal(asks.length, 1)
  await passTo(20_000)
  t.equal(asks.length, 2)
  await last().answer(reply('2', { holdMs: 60_000 }))
  link.received(reply('3', { holdMs: 60_000 }).text)
  await passTo(25_900)
  t.equal(asks.length, 2, 'while a viewer edits')
  await passTo(26_000)
  t.equal(asks.length, 3)
})

t.test('answers that are none do no harm', async t => {
  const { last, passTo, now, applies } = start()
  for (const answer of [{ status: 200, text: '<html>' }, { status: 500 }, { text: '{"version":"1","rules":{}}' }, { text: 'null' },
    reply('1', { rules: [null, 1, {}, { ...RULE, match: 5 }] })]) {
    await last().answer(answer)
    t.equal(applies(), false, JSON.stringify(answer))
    await passTo(now() + 60_000)
  }
  await last().answer(reply('2', { rules: [{ ...RULE, action: { type: 'future' } }, RULE] }))
  t.equal(applies(), true)
})
