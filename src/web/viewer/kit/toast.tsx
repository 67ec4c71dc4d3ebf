// The messages at the bottom of the page: what has just happened, and what can still be undone.
import { Undo } from '../session/undo.js'
import { Icon } from './icons.js'
import { usePage } from '../context.js'
import './toast.css'

export function Messages () {
  const { toasts, words } = usePage()
  return (
    <div class='toasts'>
      <Undo />
      <div role='status' aria-label={words.page.messages}>
        {toasts.shown.value.map(({ text, kind }) => (
          <div key={kind} class={`toast ${kind}`}>
            <span>{text}</span>
            <button type='button' class='button icon' aria-label={words.page.close} onClick={() => toasts.dismiss(kind)}><Icon name='close' /></button>
          </div>
        ))}
      </div>
    </div>
  )
}
