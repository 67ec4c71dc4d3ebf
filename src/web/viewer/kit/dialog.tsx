// A modal dialog: the native `<dialog>`, which keeps the focus inside, and gives it back when the dialog is closed.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { IconButton } from './icons.js'
import { words } from '../words/words.js'
import './dialog.css'

export function Dialog ({ title, onClose, children }: { title: string, onClose: () => void, children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => { dialog.current?.showModal() }, [])
  const { close } = words.value.page
  // Only a press that begins and ends outside closes it: a person who selects text in a field may release the button outside.
  const pressed = useRef<EventTarget | null>(null)
  const press = (event: MouseEvent) => {
    if (event.target === dialog.current && pressed.current === dialog.current) dialog.current?.close()
  }
  return (
    <dialog
      class='dialog'
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onPointerDown={event => { pressed.current = event.target }}
      onClick={press}
    >
      <div class='dialog-head'>
        <h2>{title}</h2>
        <IconButton icon='close' name={close} onClick={() => dialog.current?.close()} />
      </div>
      <div class='dialog-body'>{children}</div>
    </dialog>
  )
}
