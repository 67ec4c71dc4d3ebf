// The page begins here: what the address says, the session that it names, and everything on the screen.
import { computed, effect } from '@preact/signals'
import { render } from 'preact'
import { ColumnChoice } from './model/list/column-choice.js'
import { createModel } from './model/model.js'
import { keys, listenForKeys } from './kit/keys.js'
import { followLayout } from './page/layout.js'
import { Page } from './context.js'
import { createPrefs, storageOf } from './model/prefs.js'
import { Shell } from './page/shell.js'
import { followTheme } from './page/theme.js'
import { createToasts } from './kit/toasts.js'
import { rememberedMode } from './apis/use-mode.js'
import { createView } from './model/view.js'
import { isLanguage, preferredLanguage, speak, words } from './words/words.js'
import { onComingBack } from './page/coming-back.js'
import { KnownSessions } from './model/session/known-sessions.js'
import { sessionOf } from './model/session/session-id.js'
import { watchSession } from './model/session/session.js'
import { startingOf } from './model/session/starting.js'
import { defaultBudget } from './model/session/text-budget.js'
import { keepToken, readToken } from './model/session/token.js'
import './page/tokens.css'
import './page/base.css'

const prefs = createPrefs(storageOf('localStorage'))
const theme = followTheme(prefs)
const token = readToken(window, storageOf('sessionStorage'))
await speak(prefs.pref('language', preferredLanguage(navigator.languages), isLanguage).peek())

const url = new URL('.', location.href).href.replace(/\/$/, '')
const { id, isNew, isBad } = sessionOf(location)
const toasts = createToasts()
if (isBad) toasts.show(words.peek().page.badSession, 'problem')
const view = createView(window, id, 'overview', rememberedMode(prefs).peek())
const columns = new ColumnChoice(prefs)
const session = watchSession({
  url,
  id,
  isNew,
  token,
  mostCharacters: defaultBudget(navigator),
  isInUse: ({ id, mark }) => mark?.pinned === true || id === view.selected.peek() || model.selection.ids.peek().has(id),
  onLettingGo: entry => { columns.remember(entry) },
  onProblem: sentence => { toasts.show(sentence, 'problem') }
})
const model = createModel({ session, view, prefs, columns })
const known = new KnownSessions(prefs)
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
  <Page.Provider value={{ ...model, session, view, prefs, toasts, known, theme }}>
    <Shell layout={followLayout()} starting={starting} onToken={onToken} />
  </Page.Provider>,
  document.body
)
