// A saved page begins here: the session that is in the file, in the same viewer. It asks nobody for anything.
import { render } from 'preact'
import { ColumnChoice } from '../model/list/column-choice.js'
import { createModel } from '../model/model.js'
import { keys, listenForKeys } from '../kit/keys.js'
import { followLayout } from '../page/layout.js'
import { Page } from '../context.js'
import { createPrefs, storageOf } from '../model/prefs.js'
import { followTheme } from '../page/theme.js'
import { createToasts } from '../kit/toasts.js'
import { createView } from '../model/view.js'
import { isLanguage, loadWords, preferredLanguage, speak, words } from '../words/words.js'
import { KnownSessions } from '../model/session/known-sessions.js'
import '../page/tokens.css'
import '../page/base.css'
import { filePlace } from './place.js'
import { readSaved, type SavedData } from './read-saved.js'
import { savedSession } from './saved-session.js'
import { SavedShell } from './saved-shell.js'

const prefs = createPrefs(storageOf('localStorage'))
const theme = followTheme(prefs)
await speak(prefs.pref('language', preferredLanguage(navigator.languages), isLanguage).peek())
await loadWords()
const data = await readSaved(document).catch(() => undefined)
if (data) show(data)
else document.body.replaceChildren(problem(words.peek().saved.nothing))

function show (data: SavedData): void {
  const session = savedSession(data)
  const view = createView(filePlace(window), session.id, 'overview')
  const model = createModel({ session, view, prefs, columns: new ColumnChoice(prefs) })
  document.title = `${session.id} · Earshot`
  listenForKeys(window)
  keys.on('t', 'page.theme', () => { theme.toggle() })
  render(
    <Page.Provider value={{ ...model, session, view, prefs, toasts: createToasts(), known: new KnownSessions(prefs), theme }}>
      <SavedShell data={data} layout={followLayout()} />
    </Page.Provider>,
    document.body
  )
}

function problem (sentence: string): HTMLElement {
  const element = document.createElement('p')
  element.className = 'saved-problem'
  element.textContent = sentence
  return element
}
