// The faults under load, one after another; each phase has its own sessions, and all requests go through the load balancer.
import { setTimeout as pause } from 'node:timers/promises'
import { chaos, type Crowd } from '../chaos/chaos.js'
import type { Verdict } from '../chaos/verdict.js'
import { newSession } from '../support/client.js'
import type { Stack } from './stack.js'

export interface Phase {
  name: string
  seconds: number
  /** The time between the starts of two rounds; a round starts later if the previous one has not ended. */
  everyMs: number
  crowd: Crowd
  /** Resolves when the stack has recovered. */
  breakSomething: (stack: Stack, round: number) => Promise<unknown>
  /** Whether one retry of a client must be enough, and no viewer may have to list again. */
  gentle?: boolean
}

const SESSIONS = 10
const CROWD: Crowd = { apps: 10, viewers: 20, everyMs: 100 }
/** 500 pushes per second: 25 apps, each with ten requests per second in two pushes. */
const RUSH: Crowd = { apps: 25, viewers: 50, everyMs: 100 }
const DOWN_MS = 2000

export const phases: Phase[] = [
  { name: 'a rolling restart', seconds: 40, everyMs: 0, crowd: RUSH, breakSomething: rollingRestart, gentle: true },
  { name: 'an upgrade', seconds: 30, everyMs: 0, crowd: CROWD, breakSomething: stack => stack.upgrade(), gentle: true },
  { name: 'scaled from 3 to 5 to 2', seconds: 30, everyMs: 0, crowd: CROWD, breakSomething: scale, gentle: true },
  { name: 'replicas are killed', seconds: 30, everyMs: 0, crowd: CROWD, breakSomething: killReplica },
  { name: 'Redis is restarted', seconds: 20, everyMs: 8000, crowd: CROWD, breakSomething: restartRedis }
]

export const clusterPhases: Phase[] = [
  { name: 'a rolling restart on a Cluster', seconds: 40, everyMs: 0, crowd: CROWD, breakSomething: rollingRestart, gentle: true },
  { name: 'a primary is killed', seconds: 30, everyMs: 0, crowd: CROWD, breakSomething: killPrimary }
]

export async function runPhase (stack: Stack, { seconds, everyMs, crowd, breakSomething }: Phase): Promise<Verdict & { seconds: number }> {
  const sessions = Array.from({ length: SESSIONS }, newSession)
  let round = 0
  const startedMs = Date.now()
  let endedMs = startedMs
  const verdict = await chaos({ replicas: [stack], sessions }, {
    seconds,
    everyMs,
    breakSomething: async () => {
      await breakSomething(stack, round++)
      endedMs = Date.now()
      return 1
    }
  }, crowd)
  return { ...verdict, seconds: Math.max(seconds, (endedMs - startedMs) / 1000) }
}

async function rollingRestart (stack: Stack): Promise<void> {
  for (const container of await stack.containers()) await stack.restart(container)
}

async function killReplica (stack: Stack, round: number): Promise<void> {
  const containers = await stack.containers()
  await killAndStart(stack, containers[round % containers.length]!)
}

async function scale (stack: Stack, round: number): Promise<void> {
  await stack.scale([5, 2, 3][round % 3]!)
}

async function restartRedis (stack: Stack): Promise<void> {
  const [redis] = await stack.containers('redis')
  await stack.restart(redis!)
}

async function killPrimary (stack: Stack, round: number): Promise<void> {
  const [node] = await stack.containers(`cluster-${1 + round % 3}`)
  await killAndStart(stack, node!, 10_000)
}

async function killAndStart (stack: Stack, container: string, downMs = DOWN_MS): Promise<void> {
  await stack.kill(container)
  await pause(downMs)
  await stack.start(container)
}
