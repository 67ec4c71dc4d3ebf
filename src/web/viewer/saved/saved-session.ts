// A saved session in place of a live one: it is complete and never changes.
import { computed, signal } from '@preact/signals'
import { isWhole, type ListedEntry } from '../../../exchange/held.js'
import { matcher } from '../../../filter/matcher.js'
import { parse } from '../../../filter/parse.js'
import type { Entry } from '../../../schema/entry.js'
import type { FeedState } from '../../feed/session-feed.js'
import { Api } from '../model/session/api.js'
import type { WatchedSession } from '../model/session/session.js'
import type { SavedData } from './read-saved.js'

export function savedSession ({ about, entries, messages, screenshots, previewUrl }: SavedData): WatchedSession {
  return {
    id: about.session,
    url: '',
    isSaved: true,
    previewUrl,
    // Complete: no more data will arrive.
    state: signal<FeedState>({ name: 'live' }),
    asOf: signal(undefined),
    entries: signal(entries),
    isAhead: () => false,
    atHand: wholeOf,
    whole: async entry => await Promise.resolve(wholeOf(entry)),
    wholes: async function * (some) { for (const entry of some) yield wholeOf(entry) },
    // No text is ever dropped, so only terms that search messages are looked up.
    idsOf: async filter => {
      const matches = matcher(parse(filter), { nowMs: Date.now() })
      return new Set(entries.filter(entry => matches({ ...entry, messageList: messages.get(entry.id) })).map(({ id }) => id))
    },
    screenshots: signal(screenshots),
    announced: signal(undefined),
    screenshotUrl: ({ url }) => url,
    paused: signal(false),
    changesWhilePaused: signal(0),
    undoable: computed(() => undefined),
    api: new NoService('', about.session, undefined),
    remove: nothing,
    messages: async (id, after) => (messages.get(id) ?? []).filter(({ n }) => n > after),
    clear: nothing,
    undo: nothing,
    leave: nothing,
    reconnect: nothing,
    close: nothing,
    upload: async () => { throw new Error(NO_SERVICE) }
  }
}

function wholeOf (entry: ListedEntry): Entry {
  if (isWhole(entry)) return entry
  throw new Error('The texts of this entry are missing, although a saved session drops none')
}

const NO_SERVICE = 'This page is a file: there is no service behind it'

class NoService extends Api {
  override async ask (): Promise<never> {
    throw new Error(NO_SERVICE)
  }
}

function nothing (): void {}
