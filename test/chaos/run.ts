// npm run chaos [-- seconds [word]]: runs every scenario, or those whose names contain the word, each for the given time, and prints their
// figures.
import type { Owner } from '../support/replica.js'
import { scenarioNames, scenariosIn } from './scenarios.js'
import { brokenPromises } from './verdict.js'

const [seconds = '60', word = ''] = process.argv.slice(2)
const names = scenarioNames.filter(name => name.includes(word))
if (!(Number(seconds) > 0) || names.length === 0) {
  console.error(`usage: npm run chaos -- [seconds] [one of: ${scenarioNames.join(', ')}]`)
  process.exit(1)
}

const ends: (() => unknown)[] = []
const owner: Owner = { teardown: end => { ends.unshift(end) } }
const run = scenariosIn(owner)
for (const name of names) {
  const { exits, fallen, ...figures } = await run(name, Number(seconds))
  console.log(`${name}, ${seconds} s: ${Object.entries(figures).map(([figure, value]) => `${figure} ${value}`).join(', ')}` +
    (exits.length > 0 ? `, exits ${exits.join(' ')}` : ''))
  const broken = brokenPromises({ ...figures, fallen })
  if (broken.length > 0) {
    console.log(`BROKEN: ${broken.join('; ')}`)
    process.exitCode = 1
  }
}
for (const end of ends) await end()
