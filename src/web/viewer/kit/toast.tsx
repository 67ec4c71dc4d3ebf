// Messages at the bottom of the page about what has just happened; `children` are messages that stay longer.
import type { ComponentChildren } from 'preact'
import { words } from '../words/words.js'
import { IconButton } from './icons.js'
import type { Toasts } from './toasts.js'
import './toast.css'

export function Messages ({ toasts, children }: { toasts: Toasts, children?: ComponentChildren }) {
  const { messages, close } = words.value.page
  return (
    <div class='toasts'>
      {children}
      <div role='status' aria-label={messages}>
        {toasts.shown.value.map(({ text, kind, action }) => (
          <div key={kind} class={`toast ${kind}`}>
            <span>{text}</span>
            {action
              ? <button type='button' class='button strong' onClick={() => action.onClick()}>{action.name}</button>
              : <IconButton icon='close' name={close} onClick={() => toasts.dismiss(kind)} />}
          </div>
        ))}
      </div>
    </div>
  )
}
