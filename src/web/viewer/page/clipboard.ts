// Copying. Where the page was reached by plain http, browsers have no clipboard for it but the old way.
import type { Toasts } from './toasts.js'
import { words } from './words/words.js'

/** Tells the person of it; and `onCopied`, where it was done. */
export function copyText (text: string, toasts: Toasts, onCopied: () => void = () => {}): void {
  viaClipboard(text).then(copied => {
    const isDone = copied || viaSelection(text)
    const { copied: done, notCopied } = words.peek().page
    toasts.show(isDone ? done : notCopied, isDone ? 'info' : 'problem')
    if (isDone) onCopied()
  }, () => {})
}

async function viaClipboard (text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function viaSelection (text: string): boolean {
  const area = document.createElement('textarea')
  area.className = 'unseen'
  area.value = text
  // Within a dialog nothing outside of it can have the focus.
  const focused = document.activeElement
  const parent = focused?.closest('dialog') ?? document.body
  parent.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
