import { setImmediate as round } from 'node:timers/promises'
import t from 'tap'
import { LoopTurns } from '../../src/reading/loop-turns.js'

t.test('one task continues in each round of the event loop, in order of arrival', async t => {
  const turns = new LoopTurns()
  let rounds = 0
  const count = () => { rounds++; counting = setImmediate(count) }
  let counting = setImmediate(count)
  const seen: [name: string, round: number][] = []
  const go = async (name: string) => {
    for (let n = 0; n < 3; n++) {
      await turns.next()
      seen.push([name, rounds])
    }
  }
  await Promise.all(['a', 'b', 'c'].map(go))
  clearImmediate(counting)
  t.equal(seen.map(([name]) => name).join(''), 'abcabcabc')
  t.equal(new Set(seen.map(([, round]) => round)).size, seen.length, JSON.stringify(seen))
})

t.test('without waiting tasks, no timer runs', async t => {
  const turns = new LoopTurns()
  const own = process.getActiveResourcesInfo().filter(name => name === 'Immediate').length
  await turns.next()
  await round()
  t.equal(process.getActiveResourcesInfo().filter(name => name === 'Immediate').length, own)
  await turns.next()
  t.pass('a later task gets its turn')
})
