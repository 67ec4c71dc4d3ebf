// The other languages, each in its own words, for a menu.
import { MenuItem } from '../kit/menu.js'
import { usePage } from '../context.js'
import { LANGUAGES, language, speak, type Language } from '../words/words.js'

export function LanguageItems () {
  const { prefs, toasts, words } = usePage()
  const say = (wanted: Language) => {
    prefs.pref<Language>('language', wanted).value = wanted
    speak(wanted).catch(() => { toasts.show(words.page.notLoaded, 'problem') })
  }
  return <>{Object.entries(LANGUAGES).map(([tag, name]) => tag !== language.value && <MenuItem key={tag} onClick={() => { say(tag as Language) }}>{name}</MenuItem>)}</>
}
