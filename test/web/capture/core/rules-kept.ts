// The state that an app keeps with its rules: how often each rule applied, the bodies of rules, and the time on the clock of the service.
import t from 'tap'
import type { Rule } from '../../../../src/schema/rule.js'
import { ASKED, reply, RULE, start } from './rules-service.js'

const WEEK = 7 * 24 * 3600 * 1000

t.test('a rule that becomes another one applies anew as often as it says; switched off and on, it does not', async t => {
  const { link, last, passTo, applies } = start()
  let version = 1
  let ms = 0
  const becomes = async (more: Partial<Rule>) => {
    if (version > 1) {
      link.heard(String(version))
      await passTo(ms += 1000)
    }
    await last().answer(reply(String(version++), { rules: [{ ...RULE, times: 1, ...more }] }))
  }
  await becomes({})
  t.same([applies(), applies()], [true, false])
  await becomes({ enabled: false })
  await becomes({ name: 'another name', expires: 2_000_000_000 })
  t.equal(applies(), false)
  await becomes({ times: 2 })
  t.same([applies(), applies(), applies()], [true, true, false])
  await becomes({ id: 'r-2', times: 2 })
  await becomes({ times: 2 })
  t.same([applies(), applies(), applies()], [true, true, false], 'it was removed in between')
})

t.test('a body that cannot be fetched is tried again, and others do not wait for it; rules that have ended need none', async t => {
  const asked: string[] = []
  let isLost = true
  const { link, last, passTo, now } = start({}, async (_rule, stored) => {
    asked.push(`${stored} ${now()}`)
    return isLost && stored === 'a' ? await Promise.reject(new Error('lost')) : new TextEncoder().encode(stored)
  })
  const needs = (stored: string, expires = RULE.expires): Rule =>
    ({ ...RULE, id: stored, expires, action: { type: 'respond', status: 200, body: { stored, bytes: 1 } } })
  await last().answer(reply('1', { rules: [needs('a'), needs('b'), needs('c'), needs('ended', 99_999)] }))
  await passTo(1000)
  t.same([...link.bodies.keys()], ['b', 'c'])
  await passTo(7000)
  isLost = false
  await passTo(14_000)
  t.same([...link.bodies.keys()], ['b', 'c', 'a'])
  t.same(asked, ['a 0', 'b 0', 'c 0', 'a 2000', 'a 6000', 'a 14000'])
})

t.test('after the device has slept, rules end by the time that answers of the service name', async t => {
  const { link, last, applies } = start()
  await last().answer(reply('1', { rules: [{ ...RULE, expires: 100_000 + WEEK }] }))
  link.heard(`1;now=${100_000 + WEEK - 1}`)
  t.equal(applies(), true)
  link.heard(`1;now=${100_000 + WEEK}`)
  t.equal(applies(), false)
  link.heard('1;now=100000')
  t.equal(applies(), false, 'an answer that was under way for long does not set the time back')
})

t.test('the time until a copy is saved does not count twice', async t => {
  let kept: string | undefined
  const store = { read: () => kept, write: (text: string | undefined) => { kept = text } }
  const first = start({ store })
  await first.last().answer(reply('1', { rules: [{ ...RULE, expires: 100_000 + 90_000 }] }))
  await first.passTo(9000)
  first.link.pick(ASKED)
  first.link.sleep()
  t.match(JSON.parse(kept!), { at: 5_000_000, reply: { now: 100_000 } })
})
