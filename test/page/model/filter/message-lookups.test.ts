// The page asks the service which streams have messages that match a filter: once per term, and again after new messages. Until the new
// answer arrives, the old one applies.
import { mock } from 'node:test'
import t, { type Test } from 'tap'
import type { Entry } from '../../../../src/schema/entry.js'
import { MessageLookups } from '../../../../src/web/viewer/model/filter/message-lookups.js'
import { entryWith } from '../../../exchange/entry.js'

function stream (id: string, count: number): Entry {
  return entryWith({ id, ...count > 0 && { messages: { count, bytes: count, dropped: 0 } } })
}

function lookupsOf (t: Test, answer: (term: string, asked: number) => Promise<string[]>) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const [asked, changes]: [string[], string[][]] = [[], []]
  const lookups = new MessageLookups({
    idsOf: async term => { asked.push(term); return new Set(await answer(term, asked.length)) },
    onAnswers: changed => { changes.push([...changed]) }
  })
  t.teardown(() => lookups.close())
  const settle = async (ms: number) => {
    mock.timers.tick(ms)
    for (let n = 0; n < 10; n++) await Promise.resolve()
  }
  return { lookups, asked, changes, settle }
}

t.test('the service is asked once for each term; entries without messages need no answer', async t => {
  const { lookups, asked, changes, settle } = lookupsOf(t, async term => term === 'message:a' ? ['1-a'] : [])
  const [one, two, plain] = [stream('1-a', 3), stream('2-a', 1), stream('3-a', 0)]
  lookups.ask(['message:a', 'message:b'])
  t.ok(lookups.isReady(plain))
  t.notOk(lookups.isReady(one))
  lookups.update([one, two, plain])
  t.equal(lookups.state.value, 'looking')
  await settle(250)
  t.same(asked, ['message:a', 'message:b'])
  t.same(changes, [['1-a', '2-a']])
  t.equal(lookups.state.value, 'idle')
  t.same([one, two, plain].map(entry => lookups.isReady(entry) && lookups.matches('message:a', entry)), [true, false, false])
  lookups.update([one, two, plain])
  await settle(5000)
  t.equal(asked.length, 2)
})

t.test('after new messages the old answer holds, and the service is asked again, once a second at most', async t => {
  const { lookups, asked, changes, settle } = lookupsOf(t, async (_, asked) => asked === 1 ? [] : ['1-a'])
  lookups.ask(['message:a'])
  lookups.update([stream('1-a', 1)])
  await settle(250)
  lookups.update([stream('1-a', 2)])
  t.equal(lookups.state.value, 'idle')
  t.ok(lookups.isReady(stream('1-a', 2)))
  t.notOk(lookups.matches('message:a', stream('1-a', 2)))
  await settle(999)
  lookups.update([stream('1-a', 3)])
  t.equal(asked.length, 1)
  await settle(1)
  t.equal(asked.length, 2)
  t.same(changes, [['1-a'], ['1-a']])
  t.ok(lookups.matches('message:a', stream('1-a', 3)))
  lookups.update([stream('1-a', 3)])
  await settle(5000)
  t.equal(asked.length, 2, 'the question was newer than the messages')
})

t.test('messages that arrive during a question are asked for again', async t => {
  const { lookups, asked, settle } = lookupsOf(t, async (_, asked) => {
    if (asked === 1) lookups.update([stream('1-a', 2)])
    return []
  })
  lookups.ask(['message:a'])
  lookups.update([stream('1-a', 1)])
  await settle(250)
  lookups.update([stream('1-a', 2)])
  await settle(1000)
  t.equal(asked.length, 2)
})

t.test('after a failure it is asked again, and another filter ends the question', async t => {
  const { lookups, asked, settle } = lookupsOf(t, async (_, asked) => {
    if (asked === 1) throw new Error('away')
    return []
  })
  lookups.ask(['message:a'])
  lookups.update([stream('1-a', 1)])
  await settle(250)
  t.equal(lookups.state.value, 'failed')
  lookups.update([stream('1-a', 1)])
  t.equal(lookups.state.value, 'failed')
  await settle(5000)
  t.equal(lookups.state.value, 'idle')
  lookups.ask(['message:b'])
  lookups.update([stream('1-a', 1)])
  lookups.ask([])
  await settle(5000)
  t.same(asked, ['message:a', 'message:a'])
})
