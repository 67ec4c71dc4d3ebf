// The resources of a replica between two rounds, without requests: memory, open files and subscriptions. They are reported for the oldest
// processes, because only these show a leak.
import { readdirSync } from 'node:fs'
import { memoryMiB } from '../../bench/support/process.js'

interface Rest { atMs: number, mib: number, files: number, subscriptions: number }
interface Replica { pid: number, url: string }

export class RestWatch {
  private readonly of = new Map<number, { place: string, rests: Rest[] }>()
  private readonly beganMs = performance.now()

  async note (place: string, replicas: readonly Replica[]): Promise<void> {
    for (const { pid, url } of replicas) {
      const rest = await restOf(pid, url, performance.now() - this.beganMs)
      if (!rest) continue
      const known = this.of.get(pid) ?? { place, rests: [] }
      known.rests.push(rest)
      this.of.set(pid, known)
    }
  }

  /** Reports the oldest process of each place at three times, with memory, open files and subscriptions. */
  get lines (): string[] {
    const places = new Map<string, Rest[]>()
    for (const { place, rests } of this.of.values()) if (rests.length > (places.get(place)?.length ?? 0)) places.set(place, rests)
    return [...places].map(([place, rests]) => {
      const told = [0, 1 / 6, 1].map(share => rests[Math.round(share * (rests.length - 1))]!)
      const row = (name: keyof Rest) => told.map(rest => Math.round(rest[name])).join(', ')
      const times = told.map(({ atMs }) => `${Math.round(atMs / 1000)} s`).join(', ')
      return `${place} at rest, ${times}: MiB ${row('mib')}; open files ${row('files')}; subscriptions ${row('subscriptions')}`
    })
  }
}

/** Returns undefined if the replica is down. */
async function restOf (pid: number, url: string, atMs: number): Promise<Rest | undefined> {
  try {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const subscriptions = Number(/^earshot_sessions_watched (\S+)/m.exec(metrics)?.[1] ?? NaN)
    return { atMs, mib: memoryMiB({ pid }).now, files: readdirSync(`/proc/${pid}/fd`).length, subscriptions }
  } catch {
    return undefined
  }
}
