// The entry point of the page: reads the address, opens its session, and renders everything.
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import { render } from 'preact'
import { Page } from './context.js'
import { keys, listenForKeys } from './kit/keys.js'
import { createToasts } from './kit/toasts.js'
import { ColumnChoice } from './model/list/column-choice.js'
import { lateMarking } from './model/late-marking.js'
import { createModel } from './model/model.js'
import { createPrefs, storageOf } from './model/prefs.js'
import { KnownSessions } from './model/session/known-sessions.js'
import { sessionOf } from './model/session/session-id.js'
import { watchSession, type Session } from './model/session/session.js'
import { defaultBudget } from './model/session/text-budget.js'
import { keepToken, readToken } from './model/session/token.js'
import { createView, lastTab } from './model/view.js'
import { onComingBack } from './page/coming-back.js'
import { followLayout } from './page/frame.js'
import { Shell } from './page/shell.js'
import { followTheme } from './page/theme.js'
import { isLanguage, preferredLanguage, speak, words } from './words/words.js'
import './page/tokens.css'
import './page/base.css'

const prefs = createPrefs(storageOf('localStorage'))
const theme = followTheme(prefs)
const token = readToken(window, storageOf('sessionStorage'))
// In English if the words do not load. Not `await` at the top level: words import modules of this script, which are there once it has run.
speak(prefs.pref('language', preferredLanguage(navigator.languages), isLanguage).peek()).then(open, open)

function open (): void {
  const url = new URL('.', location.href).href.replace(/\/$/, '')
  const { id, isNew, isBad } = sessionOf(location)
  const toasts = createToasts()
  if (isBad) toasts.show(words.peek().page.badSession, 'problem')
  const problem = (sentence: string) => { toasts.show(words.peek().session.reason(sentence), 'problem') }
  const tab = lastTab(prefs)
  const view = createView(window, id, tab.peek())
  effect(() => { if (view.selected.value !== undefined) tab.value = view.tab.value })
  const columns = new ColumnChoice(prefs)
  const session = watchSession({
    url,
    id,
    isNew,
    token,
    mostCharacters: defaultBudget(navigator),
    isInUse: ({ id, mark }) => mark?.pinned === true || id === view.selected.peek() || model.selection.ids.peek().has(id),
    onLettingGo: entry => { columns.remember(entry) },
    onProblem: problem
  })
  const model = createModel({ session, view, prefs, columns })
  const known = new KnownSessions(prefs)
  const isLive = computed(() => session.state.value.name === 'live')
  const marking = lateMarking({
    api: session.api, entries: session.entries, isLive, onProblem: problem, onAway: () => { problem(words.peek().marks.away) }
  })
  const starting = startingOf(session, isNew)
  const isFilled = computed(() => session.entries.value.length > 0)
  effect(() => { if (isFilled.value) known.remember(id, Date.now()) })
  effect(() => { document.title = `${id} · Earshot` })

  listenForKeys(window)
  keys.on('t', 'page.theme', () => { theme.toggle() })
  keys.on('Space', 'session.pause', () => { session.paused.value = !session.paused.peek() })
  keys.on('Ctrl+l', 'session.clear', () => { session.clear() })

  addEventListener('pagehide', () => { session.leave() })
  onComingBack(window, document, () => { session.reconnect() })

  const onToken = (given: string) => {
    keepToken(given, storageOf('sessionStorage'))
    location.reload()
  }
  render(
    <Page.Provider value={{ ...model, session, marking, view, prefs, toasts, known, theme }}>
      <Shell layout={followLayout()} starting={starting} onToken={onToken} />
    </Page.Provider>,
    document.body
  )
}

/**
 * Whether the session never had an entry, as far as this page has seen. A session whose entries were deleted does not count. `isNew`: this
 * page has made the session, so it need not wait for the list.
 */
function startingOf (session: Pick<Session, 'entries' | 'state'>, isNew: boolean): ReadonlySignal<boolean> {
  const begun = signal(false)
  const listed = signal(isNew)
  effect(() => { if (session.entries.value.length > 0) begun.value = true })
  effect(() => { if (session.state.value.name === 'live') listed.value = true })
  return computed(() => listed.value && !begun.value)
}
