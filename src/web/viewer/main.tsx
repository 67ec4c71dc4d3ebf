// The page begins here: what the address says, the session that it names, and everything on the screen.
import { render } from 'preact'
import { createRows } from './list/rows.js'
import { keys, listenForKeys } from './page/keys.js'
import { followLayout } from './page/layout.js'
import { Page } from './page/page.js'
import { createPrefs, storageOf } from './page/prefs.js'
import { Shell } from './page/shell.js'
import { followTheme } from './page/theme.js'
import { createToasts } from './page/toasts.js'
import { createView } from './page/view.js'
import { isLanguage, preferredLanguage, speak } from './page/words/words.js'
import { newSessionId } from './session/session-id.js'
import { watchSession } from './session/session.js'
import './page/tokens.css'
import './page/base.css'

const prefs = createPrefs(storageOf('localStorage'))
const theme = followTheme(prefs)
await speak(prefs.pref('language', preferredLanguage(navigator.languages), isLanguage).peek())

const url = new URL('.', location.href).href.replace(/\/$/, '')
const id = new URLSearchParams(location.search).get('sessionId') ?? newSessionId()
const toasts = createToasts()
const view = createView(window, id, 'overview')
const session = watchSession({ url, id, onProblem: sentence => toasts.show(sentence, 'problem') })
const rows = createRows(session, view, prefs)

listenForKeys(window)
keys.on('t', 'page.theme', () => theme.toggle())

render(<Page.Provider value={{ session, view, rows, prefs, toasts }}><Shell layout={followLayout()} /></Page.Provider>, document.body)
