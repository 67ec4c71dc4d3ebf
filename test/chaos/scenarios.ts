// What is broken, and how often. Each scenario is run for a few seconds by the suite, and for as long as one likes by run.ts.
import { setTimeout as pause } from 'node:timers/promises'
import type { Owner } from '../support/replica.js'
import { chaos, type Verdict } from './chaos.js'
import { killRedis, pidOf, startWorld, type World } from './world.js'

export interface Outcome extends Verdict {
  /** Exit codes of the replicas that were asked to end, null where they were killed. */
  exits: (number | null)[]
}

type Break = (world: World, n: number, outcome: { exits: (number | null)[] }) => Promise<void>

const anyOf = <One>(many: One[]): One => many[Math.floor(Math.random() * many.length)]!

const breaks: Record<string, Break> = {
  'replicas are killed': async ({ replicas }, _n, { exits }) => { exits.push(await anyOf(replicas).restart('SIGKILL')) },
  'replicas are asked to end': async ({ replicas }, _n, { exits }) => { exits.push(await anyOf(replicas).restart('SIGTERM')) },
  'Redis is killed': async (world, n) => {
    // Three times in a minute.
    if (n % 8 === 2) await killRedis(world)
    else await pause(2000)
  },
  'Redis hangs': async ({ redis }, n) => {
    await pause(2000)
    if (n % 3 !== 0) return
    const pid = await pidOf(redis)
    process.kill(pid, 'SIGSTOP')
    await pause(4000)
    process.kill(pid, 'SIGCONT')
  },
  'subscriptions are cut': async ({ redis }) => { await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub') }
}

export const scenarioNames = Object.keys(breaks)

export async function runScenario (t: Owner, name: string, seconds: number): Promise<Outcome> {
  const world = await startWorld(t, 3)
  const outcome = { exits: [] as (number | null)[] }
  const breakIt = breaks[name]!
  const verdict = await chaos({ ...world, seconds, breakSomething: n => breakIt(world, n, outcome) })
  return { ...verdict, ...outcome }
}
