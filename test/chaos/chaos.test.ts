// Runs every scenario for a few seconds: despite the faults, each acknowledged push exists once, and every viewer ends with exactly the
// entries that the service lists.
import t from 'tap'
import { isWhole } from '../support/runs.js'
import { scenarioNames, scenariosIn } from './scenarios.js'
import { brokenPromises } from './verdict.js'

// The first fault comes after one second.
const SECONDS = isWhole ? 3 : 2

t.setTimeout(300_000)

const run = scenariosIn(t)

for (const name of scenarioNames) {
  t.test(`${name}: nothing is lost, doubled or missed`, async t => {
    const outcome = await run(name, SECONDS)
    t.comment(outcome)
    t.same(brokenPromises(outcome), [])
    t.ok(outcome.pushes > 50, 'there was work')
    t.ok(outcome.heard > outcome.pushes, 'viewers received changes live')
    // How many there are depends on how busy the machine is.
    t.ok(outcome.breaks > 0, 'faults were injected')
    if (name === 'replicas are asked to end') {
      t.ok(outcome.exits.every(code => code === 0), 'every replica exited with code 0')
      t.equal(outcome.resyncs, 0, 'no viewer had to list again')
    }
  })
}
