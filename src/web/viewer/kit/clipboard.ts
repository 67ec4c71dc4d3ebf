// Writes text to the clipboard. Browsers offer the clipboard API only to https pages and on localhost; elsewhere `execCommand` still
// works.
import type { Toasts } from './toasts.js'
import { words } from '../words/words.js'

/** Copies a text and reports it with `said`. `onCopied`: called on success. */
export function copyText (text: string, toasts: Toasts, said?: string, onCopied: () => void = () => {}): void {
  writeClipboard(text).then(isCopied => {
    const { copied, notCopied } = words.peek().page
    toasts.show(isCopied ? said ?? copied : notCopied, isCopied ? 'info' : 'problem')
    if (isCopied) onCopied()
  }, () => {})
}

/** Resolves with whether it was copied. */
export async function writeClipboard (text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

// Some browsers copy only if something is selected. The `copy` event delivers the text, so that no element must hold megabytes of text.
function copySelected (text: string): boolean {
  const area = document.createElement('textarea')
  area.className = 'unseen'
  area.value = ' '
  // While a dialog is open, an element outside it cannot get the focus.
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
