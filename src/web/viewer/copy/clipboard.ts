// Text to the clipboard. Browsers give its API to pages with TLS and to localhost only; elsewhere the old way still works.

/** Whether it is there now. */
export async function copyText (text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

// By an event of its own, so that no element has to hold a text of megabytes.
function copySelected (text: string): boolean {
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
  return isCopied
}
