// The cost of a push: the CPU time of the service and of Redis under load.
import type { Load } from './load.js'
import { cpuMicroseconds, type Program } from './process.js'

/** CPU in microseconds for each push. */
export interface Cost extends Load {
  node: number
  redis: number
}

export async function costOf (service: Program, redis: Program, pushes: number, load: () => Promise<Load>): Promise<Cost> {
  const before = [cpuMicroseconds(service), cpuMicroseconds(redis)] as const
  const loaded = await load()
  return {
    ...loaded,
    node: (cpuMicroseconds(service) - before[0]) / pushes,
    redis: (cpuMicroseconds(redis) - before[1]) / pushes
  }
}
