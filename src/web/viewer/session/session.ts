// The one model of a watched session, for the whole page: SessionFeed's copy as signals, and what a person does to it.
// Entries are immutable: an update is another object. `entries` changes once per frame at most, however much arrives.
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Entry } from '../../../schema/entry.js'
import type { Screenshot } from '../../../schema/screenshot.js'
import { SessionFeed, type FeedState } from '../../feed/session-feed.js'
import { inFrames } from './frames.js'
import { Removal, type Undoable } from './removal.js'
import { Api } from './api.js'

export interface Session {
  readonly id: string
  /** Of the service, with its base path, without a slash at the end. */
  readonly url: string
  readonly state: ReadonlySignal<FeedState>
  /** The last moment at which it was live, in milliseconds; undefined while it is, and where it never was. */
  readonly asOf: ReadonlySignal<number | undefined>
  /** In order of arrival; those that are being deleted are left out. */
  readonly entries: ReadonlySignal<readonly Entry[]>
  /** Oldest first. */
  readonly screenshots: ReadonlySignal<readonly Screenshot[]>
  /** Of its bytes, with what lets this page read them. */
  screenshotUrl (screenshot: Screenshot): string
  /** While it is, `entries` stands still. */
  readonly paused: Signal<boolean>
  /** Changes held back by the pause. */
  readonly held: ReadonlySignal<number>
  /** Gone from `entries` at once; the service is told after five seconds, unless it is undone. */
  remove (ids: readonly string[]): void
  clear (): void
  readonly undoable: ReadonlySignal<Undoable | undefined>
  undo (): void
  /** Rejects with a sentence for a person. */
  upload (image: Blob): Promise<void>
  /** Plain requests to the service, on behalf of this session. */
  readonly api: Api
  reconnect (): void
  close (): void
}

export interface SessionOptions {
  url: string
  id: string
  token?: string | undefined
  /** Something that was to be done could not be; a sentence for a person. */
  onProblem: (sentence: string) => void
}

export function watchSession ({ url, id, token, onProblem }: SessionOptions): Session {
  const api = new Api(url, id, token)
  const state = signal<FeedState>({ name: 'connecting' })
  const asOf = signal<number | undefined>(undefined)
  const arrived = signal<readonly Entry[]>([])
  const screenshots = signal<readonly Screenshot[]>([])
  const paused = signal(false)
  const held = signal(0)

  const frames = inFrames(() => {
    screenshots.value = [...feed.screenshots()]
    if (paused.peek()) return
    arrived.value = [...feed.entries()]
    held.value = 0
  })
  const enter = (next: FeedState) => {
    if (state.peek().name === 'live' && next.name !== 'live') asOf.value = Date.now()
    if (next.name === 'live') asOf.value = undefined
    state.value = next
  }
  const feed: SessionFeed = new SessionFeed({
    url,
    sessionId: id,
    token,
    onState: enter,
    onChange: () => {
      if (paused.peek()) held.value++
      frames.request()
    }
  })
  const removal = new Removal(arrived, () => [...feed.entries()].map(entry => entry.id), api, onProblem)
  const stopResuming = paused.subscribe(now => { if (!now) frames.request() })

  return {
    id,
    url,
    api,
    state,
    asOf,
    entries: computed(() => removal.without(arrived.value)),
    screenshots,
    screenshotUrl: ({ id }) => api.address(`capture/screenshots/${encodeURIComponent(id)}`, true),
    paused,
    held,
    remove: ids => removal.remove(ids),
    clear: () => removal.clear(),
    undoable: removal.undoable,
    undo: () => removal.undo(),
    upload: async image => await api.upload(image),
    reconnect: () => feed.reconnect(),
    close: () => {
      stopResuming()
      removal.close()
      frames.close()
      feed.close()
    }
  }
}
