// Runs steps as a browser runs the listeners of one event. Each step begins with an empty call stack, so microtasks of the page run after
// each step. All steps of one group run in one task, so no other task runs between them.
import { quiet } from '../../core/host.js'

type Step = () => void

const MAX_STEPS = 6

const { port1, port2 } = new MessageChannel()
const groups: Step[][] = []
let group: Step[] | undefined

for (let n = 0; n < MAX_STEPS; n++) {
  port1.addEventListener('message', () => {
    if (n === 0) group = groups.shift()
    const step = group?.[n]
    if (step) quiet(step)
  })
}
port1.start()

/** Runs these steps in a later task, after those that were given before. At most six. */
export function inTask (...steps: Step[]): void {
  groups.push(steps)
  port2.postMessage(0)
}
