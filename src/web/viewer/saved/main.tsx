// The entry point of a saved page: shows the session of the file in the same viewer. It sends no requests.
import { signal } from '@preact/signals'
import { render } from 'preact'
import { Page } from '../context.js'
import { keys, listenForKeys } from '../kit/keys.js'
import { createToasts } from '../kit/toasts.js'
import { ColumnChoice } from '../model/list/column-choice.js'
import { Marking } from '../model/marking.js'
import { createModel } from '../model/model.js'
import { createPrefs, storageOf } from '../model/prefs.js'
import { KnownSessions } from '../model/session/known-sessions.js'
import { createView, type AddressBar } from '../model/view.js'
import { followLayout } from '../page/frame.js'
import { followTheme } from '../page/theme.js'
import { isLanguage, loadWords, preferredLanguage, speak, words } from '../words/words.js'
import { readSaved, type SavedData } from './read-saved.js'
import { savedSession } from './saved-session.js'
import { SavedShell } from './saved-shell.js'
import '../page/tokens.css'
import '../page/base.css'

const prefs = createPrefs(storageOf('localStorage'))
const theme = followTheme(prefs)
await speak(prefs.pref('language', preferredLanguage(navigator.languages), isLanguage).peek())
await loadWords()
const data = await readSaved(document).catch(() => undefined)
if (data) show(data)
else document.body.replaceChildren(problem(words.peek().saved.nothing))

function show (data: SavedData): void {
  const session = savedSession(data)
  const view = createView(filePlace(window), session.id, 'response')
  const model = createModel({ session, view, prefs, columns: new ColumnChoice(prefs) })
  document.title = `${session.id} · Earshot`
  listenForKeys(window)
  keys.on('t', 'page.theme', () => { theme.toggle() })
  render(
    <Page.Provider value={{
      ...model,
      session,
      marking: new Marking({ ...session, isLive: signal(false), onProblem: () => {}, onAway: () => {} }),
      view,
      prefs,
      toasts: createToasts(),
      known: new KnownSessions(prefs),
      theme
    }}
    >
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

// The address of a page that is a file. Some browsers do not allow it to change: then it stays the same, and the page still works.
function filePlace (page: Window): AddressBar {
  const tried = (change: () => void) => {
    try {
      change()
    } catch {}
  }
  return {
    get location () { return page.location },
    history: {
      pushState: (...step) => tried(() => page.history.pushState(...step)),
      replaceState: (...step) => tried(() => page.history.replaceState(...step))
    },
    addEventListener: (type, listener) => page.addEventListener(type, listener)
  }
}
