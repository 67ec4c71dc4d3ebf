// The one model of a watched session, for the whole page: SessionFeed's copy as signals, and what a person does to it. What an entry says
// does not change: an update is another object. Its long texts may be let go meanwhile; `atHand`, `whole` and `wholes` have them.
import { computed, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Held, WholeEntry } from '../../../../exchange/held.js'
import type { Screenshot } from '../../../../schema/screenshot.js'
import type { FeedState } from '../../../feed/session-feed.js'
import { Api } from './api.js'
import { watchFeed } from './drawn-feed.js'
import { longTextsOf, type LongTexts } from './long-texts.js'
import { Removal, type Undoable } from './removal.js'

/** What the parts of the page use of it. */
export interface Session extends Pick<LongTexts, 'atHand' | 'whole' | 'wholes'> {
  readonly id: string
  /** The URL of the service, with its base path, without a slash at the end. */
  readonly url: string
  /** It is a file: nothing of it changes, and no service is behind it. */
  readonly isSaved: boolean
  /** The URL of the page that shows HTML bodies. */
  readonly previewUrl: string
  readonly state: ReadonlySignal<FeedState>
  /** The last moment at which it was live, in milliseconds; undefined while it is, and where it never was. */
  readonly asOf: ReadonlySignal<number | undefined>
  /** In order of arrival; those that are being deleted are left out. */
  readonly entries: ReadonlySignal<readonly Held[]>
  /** Oldest first. */
  readonly screenshots: ReadonlySignal<readonly Screenshot[]>
  /** The URL of its bytes, with what lets this page read them. */
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
}

/** The whole of it, for its owner and for the model. */
export interface WatchedSession extends Session, Pick<LongTexts, 'idsOf'> {
  /** Whether the entry was read ahead of the list, so that others are missing before it. */
  isAhead (entry: Held): boolean
  /** The page goes away, perhaps only until somebody comes back to it. */
  leave (): void
  close (): void
}

export interface SessionOptions {
  url: string
  id: string
  /** Nobody has ever used it. */
  isNew: boolean
  token?: string | undefined
  /** How many characters of long texts are kept at most. */
  mostCharacters: number
  /** Somebody looks at this one. */
  isInUse: (entry: Held) => boolean
  /** The last moment at which the long texts of an entry are there. */
  onLettingGo: (entry: WholeEntry) => void
  /** Something that was to be done could not be; a sentence for a person. */
  onProblem: (sentence: string) => void
}

export function watchSession ({ url, id, isNew, token, mostCharacters, isInUse, onLettingGo, onProblem }: SessionOptions): WatchedSession {
  const api = new Api(url, id, token)
  const feed = watchFeed(api, isNew, { most: mostCharacters, isInUse, onLettingGo })
  const longTexts = longTextsOf(entry => feed.texts.use(entry), {
    api,
    onRead: (entry, read) => { if (feed.isCurrent(entry)) feed.texts.fill(entry, read) },
    known: feed.known,
    onRefused: feed.reconnect
  })
  const removal = new Removal({
    shown: feed.entries, known: () => feed.known().map(entry => entry.id), isWhole: feed.isWhole, api, onProblem
  })
  return {
    id,
    url,
    isSaved: false,
    previewUrl: `${url}/preview.html`,
    api,
    state: feed.state,
    asOf: feed.asOf,
    entries: computed(() => removal.without(feed.entries.value)),
    isAhead: feed.isAhead,
    ...longTexts,
    screenshots: feed.screenshots,
    screenshotUrl: ({ id }) => api.address(`capture/screenshots/${encodeURIComponent(id)}`, true),
    paused: feed.paused,
    held: feed.held,
    remove: ids => removal.remove(ids),
    clear: () => removal.clear(),
    undoable: removal.undoable,
    undo: () => removal.undo(),
    leave: () => removal.leave(),
    upload: async image => await api.upload(image),
    reconnect: feed.reconnect,
    close: () => {
      removal.close()
      feed.close()
    }
  }
}
