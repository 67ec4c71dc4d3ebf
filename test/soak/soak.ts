// Random faults of every kind, and hostile clients, while apps push and viewers watch: in rounds, alternately on a single Redis and on a
// Cluster, with a separate verdict for each round.
import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { noFigures } from '../chaos/app.js'
import { chaos } from '../chaos/chaos.js'
import { startClusterWorld } from '../chaos/cluster.js'
import { Dice } from '../chaos/dice.js'
import { clusterFaults, singleFaults } from '../chaos/faults.js'
import { startSingle } from '../chaos/single.js'
import { brokenPromises } from '../chaos/verdict.js'
import { newSession } from '../support/client.js'
import type { Owner } from '../support/replica.js'
import { attacksOn, LARGEST } from './attacks.js'
import { Figures } from './figures.js'
import { Hostility } from './hostility.js'
import { MemoryWatch } from './memory.js'
import { placeOf, type Place } from './place.js'

export interface SoakOptions {
  /** The total duration; each world gets at least one round. */
  seconds: number
  roundSeconds: number
  /** The rate of hostile inputs. */
  perSecond: number
  /** The size of the largest bodies that a push may have. */
  largeBytes: number
  seed?: number | undefined
}

const CROWD = { apps: 8, viewers: 12, everyMs: 80 }
const MAX_PAUSE_MS = 400
/** The pause after a round, in which replicas release what they hold. */
const REST_MS = 2000
const MAX_RECOVERY_MS = 60_000
// As much heap as Node uses in a replica with 512 MiB. Default names are redacted, so that hostile texts exercise the redactor.
const REPLICA = { NODE_OPTIONS: '--max-old-space-size=256', REDACT: 'default' }

/** `figures` are updated during the run. */
export async function soak (t: Owner, options: SoakOptions, figures = new Figures()): Promise<Figures> {
  const dice = new Dice(options.seed)
  figures.seed = dice.seed
  const places = [
    placeOf('single', true, await startSingle(t, REPLICA), singleFaults, new Dice(dice.newSeed())),
    // A killed primary of a Cluster loses pushes that it has not replicated yet; so there, large bodies exceed the limit of a push.
    placeOf('Cluster', false, await startClusterWorld(t, REPLICA), clusterFaults, new Dice(dice.newSeed()))
  ]
  const memory = new MemoryWatch(places.flatMap(({ replicas }) => replicas))
  t.teardown(() => memory.close())
  figures.memory = memory
  for (const endMs = Date.now() + options.seconds * 1000; Date.now() < endMs || figures.rounds < places.length; figures.rounds++) {
    const place = places[figures.rounds % places.length]!
    await runRound(place, options, new Dice(dice.newSeed()), figures)
    await pause(REST_MS)
    await figures.rest.note(place.name, place.replicas)
  }
  return figures
}

async function runRound (place: Place, { roundSeconds, perSecond, largeBytes }: SoakOptions, dice: Dice, figures: Figures): Promise<void> {
  const sessions = await place.beginAnew()
  const ending = new AbortController()
  // Each hostile client adds a listener.
  setMaxListeners(0, ending.signal)
  const hostileSession = newSession()
  const hostility = new Hostility(attacksOn(hostileSession, dice, place.keepsAll ? largeBytes : 2 * LARGEST), {
    perSecond,
    dice,
    answers: figures.answers,
    targets: () => ({ url: dice.anyOf(place.replicas).url, session: hostileSession, signal: ending.signal }),
    onFault: fault => figures.note(place.name, [fault])
  })
  const apps = figures.begin(noFigures())
  try {
    const verdict = await chaos({ replicas: place.replicas, sessions },
      { seconds: roundSeconds, everyMs: 0, breakSomething: () => breakOne(place, dice, figures) }, CROWD, apps)
    figures.add(verdict)
    figures.note(place.name, brokenPromises(verdict))
  } catch (error) {
    figures.note(place.name, [`the round broke off: ${String(error)}`])
  }
  ending.abort()
  await hostility.stop()
}

async function breakOne (place: Place, dice: Dice, figures: Figures): Promise<number> {
  const { name, breakIt } = place.draw()
  figures.now = name
  const count = await Promise.race([breakIt(), pause(MAX_RECOVERY_MS, undefined, { ref: false })])
  if (count === undefined) throw new Error(`there was no recovery: ${name}`)
  figures.now = 'nothing'
  figures.faults[name] = (figures.faults[name] ?? 0) + count
  await pause(dice.below(MAX_PAUSE_MS))
  return count
}
