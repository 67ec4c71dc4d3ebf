// A modal dialog: the browser's own, so that focus stays in it and comes back.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from './icons.js'
import { words } from './words/words.js'
import './dialog.css'

export function Dialog ({ title, onClose, children }: { title: string, onClose: () => void, children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => { dialog.current?.showModal() }, [])
  const { close } = words.value.page
  return (
    <dialog class='dialog' ref={dialog} aria-label={title} onClose={onClose} onClick={event => { if (event.target === dialog.current) dialog.current?.close() }}>
      <div class='dialog-head'>
        <h2>{title}</h2>
        <button type='button' class='button icon' aria-label={close} title={close} onClick={() => dialog.current?.close()}><Icon name='close' /></button>
      </div>
      <div class='dialog-body'>{children}</div>
    </dialog>
  )
}
