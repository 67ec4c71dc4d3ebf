// The only model of a watched session, for the whole page: the data of `LiveFeed` as signals, and a person's actions on it. The fields of
// an entry never change: an update is a new object. But its long texts may be dropped at any time; `atHand`, `whole` and `wholes` provide
// them.
import { computed, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ListedEntry, WholeEntry } from '../../../../exchange/held.js'
import type { Message } from '../../../../schema/message.js'
import type { Screenshot } from '../../../../schema/screenshot.js'
import type { FeedState } from '../../../feed/session-feed.js'
import { Api } from './api.js'
import { watchFeed, type RulesNews } from './drawn-feed.js'
import { longTextsOf, type LongTexts } from './long-texts.js'
import { Removal, type Undoable } from './removal.js'

/** The part of it that the components of the page use. */
export interface Session extends Pick<LongTexts, 'atHand' | 'whole' | 'wholes'> {
  readonly id: string
  /** The URL of the service, with its base path, without a slash at the end. */
  readonly url: string
  /** The session comes from a file: it never changes, and there is no service. */
  readonly isSaved: boolean
  /** The URL of the page that shows HTML bodies. */
  readonly previewUrl: string
  readonly state: ReadonlySignal<FeedState>
  /** When it was last live, in milliseconds; undefined while it is live, and if it never was. */
  readonly asOf: ReadonlySignal<number | undefined>
  /** In order of arrival, without the entries that are being deleted. */
  readonly entries: ReadonlySignal<readonly ListedEntry[]>
  /** Oldest first. */
  readonly screenshots: ReadonlySignal<readonly Screenshot[]>
  /** The last announcement of the rules. */
  readonly announced: ReadonlySignal<RulesNews | undefined>
  /** The URL of its bytes, with the token that this page needs to read them. */
  screenshotUrl (screenshot: Screenshot): string
  /** While true, `entries` does not change. */
  readonly paused: Signal<boolean>
  /** How many changes are buffered during the pause. */
  readonly changesWhilePaused: ReadonlySignal<number>
  /** Removes them from `entries` immediately. The request to the service follows after five seconds, unless it is undone. */
  remove (ids: readonly string[]): void
  clear (): void
  readonly undoable: ReadonlySignal<Undoable | undefined>
  undo (): void
  /** Rejects with a sentence for a person. */
  upload (image: Blob): Promise<void>
  /** The messages of an entry after the one with this n. Rejects with a sentence for a person. */
  messages (id: string, after: number, signal?: AbortSignal): Promise<Message[]>
  /** Plain requests to the service for this session. */
  readonly api: Api
  reconnect (): void
}

/** The complete interface, for its owner and for the model. */
export interface WatchedSession extends Session, Pick<LongTexts, 'idsOf'> {
  /** Whether the entry was read ahead of the list, so that entries before it are still missing. */
  isAhead (entry: ListedEntry): boolean
  /** The page is being left, perhaps only until the person comes back to it. */
  leave (): void
  close (): void
}

export interface SessionOptions {
  url: string
  id: string
  /** The session has never been used. */
  isNew: boolean
  token?: string | undefined
  /** How many characters of long texts are kept in memory at most. */
  mostCharacters: number
  /** Whether the entry is being shown. */
  isInUse: (entry: ListedEntry) => boolean
  /** Called just before the long texts of an entry are dropped. */
  onLettingGo: (entry: WholeEntry) => void
  /** Called when an action failed; gets a sentence for a person. */
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
    announced: feed.rules,
    screenshotUrl: ({ id }) => api.address(`capture/screenshots/${encodeURIComponent(id)}`, true),
    paused: feed.paused,
    changesWhilePaused: feed.changesWhilePaused,
    remove: ids => removal.remove(ids),
    clear: () => removal.clear(),
    undoable: removal.undoable,
    undo: () => removal.undo(),
    leave: () => removal.leave(),
    messages: (id, after, signal) => api.messages(id, after, signal),
    upload: async image => await api.upload(image),
    reconnect: feed.reconnect,
    close: () => {
      removal.close()
      feed.close()
    }
  }
}
