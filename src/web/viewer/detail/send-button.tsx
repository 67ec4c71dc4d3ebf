// The way to edit a request and send it again. A saved page sends nothing.
import type { Held } from '../../../exchange/held.js'
import { Icon } from '../kit/icons.js'
import { usePage } from '../context.js'
import { resending } from '../model/resending.js'

export function SendButton ({ entry }: { entry: Held }) {
  const { session, words: { send: words } } = usePage()
  if (session.isSaved) return null
  return <button type='button' class='button icon send-button' aria-label={words.open} title={`${words.open} (e)`} onClick={() => { resending.value = entry }}><Icon name='send' /></button>
}

/** With words, where there is room. */
export function SendBar ({ entry }: { entry: Held }) {
  const { session, words: { send: words } } = usePage()
  if (session.isSaved) return null
  return <div class='send-bar'><button type='button' class='button framed' onClick={() => { resending.value = entry }}><Icon name='send' />{words.open}</button></div>
}
