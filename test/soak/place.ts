// A world (see test/chaos/chaos.ts) that lasts for the whole soak, and the random order of its faults. One replica is never restarted, so
// that leaks accumulate in it.
import type { World } from '../chaos/chaos.js'
import type { Dice } from '../chaos/dice.js'
import type { Exits, Fault } from '../chaos/faults.js'
import type { Replica } from '../chaos/replica.js'

export interface Place {
  name: string
  replicas: Replica[]
  /** Whether Redis keeps every acknowledged push of any size when it is killed. */
  keepsAll: boolean
  /** Deletes all data; resolves with the sessions of the next round. */
  beginAnew(): Promise<string[]>
  /** Returns the next fault: its name, and a function that injects it and resolves with the number of things that broke. */
  draw(): { name: string, breakIt: () => Promise<number> }
}

interface Lasting extends World {
  replicas: Replica[]
  beginAnew(): Promise<string[]>
}

export function placeOf<Home extends Lasting> (
  name: string, keepsAll: boolean, world: Home, faults: Record<string, Fault<Home>>, dice: Dice
): Place {
  const exposed = { ...world, replicas: world.replicas.slice(1) }
  const exits: Exits = []
  let deck: string[] = []
  return {
    name,
    keepsAll,
    replicas: world.replicas,
    beginAnew: async () => (exposed.sessions = await world.beginAnew()),
    draw: () => {
      if (deck.length === 0) deck = dice.shuffled(Object.entries(faults).flatMap(([name, { share }]) => Array<string>(share).fill(name)))
      const kind = deck.pop()!
      return { name: kind, breakIt: () => faults[kind]!.breakIt(exposed, dice, exits) }
    }
  }
}
