// How long Redis takes to answer, or to fail, told to whoever observes the connection.
import type { Commands } from './redis.js'

/** `command` is the name of a script, or Redis's own word. */
export type RoundTripObserver = (command: string, seconds: number) => void

const observers = new WeakMap<Commands, RoundTripObserver>()

export function observeRoundTrips (redis: Commands, observer: RoundTripObserver): void {
  observers.set(redis, observer)
}

/** `askedMs`: performance.now() when the command was sent. */
export function tellRoundTrip (redis: Commands, command: string, askedMs: number): void {
  observers.get(redis)?.(command, (performance.now() - askedMs) / 1000)
}
