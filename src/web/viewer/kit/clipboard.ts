// Text to the clipboard. Browsers give its API to pages with TLS and to localhost only; elsewhere the old way still works.
import type { Toasts } from './toasts.js'
import { words } from '../words/words.js'

/** Tells the person of it, as `said`; and `onCopied`, where it was done. */
export function copyText (text: string, toasts: Toasts, said?: string, onCopied: () => void = () => {}): void {
  writeClipboard(text).then(isCopied => {
    const { copied, notCopied } = words.peek().page
    toasts.show(isCopied ? said ?? copied : notCopied, isCopied ? 'info' : 'problem')
    if (isCopied) onCopied()
  }, () => {})
}

/** Whether it is there now. */
export async function writeClipboard (text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

// Some browsers copy only where something is selected. What is copied comes by the event, so that no element has to hold a text of
// megabytes.
function copySelected (text: string): boolean {
  const area = document.createElement('textarea')
  area.className = 'unseen'
  area.value = ' '
  // Within a dialog nothing outside of it can have the focus.
  const focused = document.activeElement
  const parent = focused?.closest('dialog') ?? document.body
  parent.append(area)
  area.select()
  let isCopied = false
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
    isCopied = true
  }
  document.addEventListener('copy', write, { capture: true })
  document.execCommand('copy')
  document.removeEventListener('copy', write, { capture: true })
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
