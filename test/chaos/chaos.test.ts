// Every scenario in its short form: whatever is broken, what was acknowledged is there, once, and every viewer ends with the list.
import t from 'tap'
import { runScenario, scenarioNames } from './scenarios.js'
import { brokenPromises } from './verdict.js'

const SECONDS = 3

t.setTimeout(300_000)

for (const name of scenarioNames) {
  t.test(`${name}: nothing is lost, doubled or missed`, async t => {
    const outcome = await runScenario(t, name, SECONDS)
    t.comment(outcome)
    t.same(brokenPromises(outcome), [])
    t.ok(outcome.pushes > 50, 'there was work')
    t.ok(outcome.heard > outcome.pushes, 'and it was heard live')
    t.ok(outcome.breaks > (name === 'subscriptions are cut' ? SECONDS : 0), 'and trouble')
    if (name === 'replicas are asked to end') {
      t.ok(outcome.exits.every(code => code === 0), 'every one ended in order')
      t.equal(outcome.resyncs, 0, 'and no viewer had to list anew')
    }
  })
}
