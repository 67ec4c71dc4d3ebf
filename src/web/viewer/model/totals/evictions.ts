// How many older requests the session has evicted to make room for newer ones. The live channel reports which requests have gone, but not
// why. So the page asks the service for the number, a moment after another request has become the oldest one. It asks only once for all
// requests that have gone in the meantime.
import { effect, signal } from '@preact/signals'
import { EVICTED_HEADER } from '../../../../schema/evicted-header.js'
import type { Session } from '../session/session.js'

const PAUSE_MS = 1000

export class Evictions {
  readonly count = signal(0)
  readonly #api: Session['api']
  readonly #stop: () => void
  #oldest: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor ({ api, entries, isSaved }: Session) {
    this.#api = api
    this.#stop = isSaved ? () => {} : effect(() => this.#follow(entries.value[0]?.id))
  }

  close (): void {
    this.#stop()
    clearTimeout(this.#timer)
  }

  #follow (oldest: string | undefined): void {
    if (oldest === this.#oldest) return
    this.#oldest = oldest
    this.#timer ??= setTimeout(() => this.#ask(), PAUSE_MS)
  }

  #ask (): void {
    const asked = this.#oldest
    // If the service cannot be reached, the last known number stays until the next change.
    this.#api.ask('HEAD', 'capture/entries').then(
      ({ headers }) => { this.count.value = Number(headers.get(EVICTED_HEADER) ?? 0) },
      () => {}
    ).finally(() => {
      this.#timer = asked === this.#oldest ? undefined : setTimeout(() => this.#ask(), PAUSE_MS)
    })
  }
}
