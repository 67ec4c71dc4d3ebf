// Where the focus goes when a control no longer needs it: to the list, or to the row of the table of APIs that Tab would reach. Otherwise,
// no key would reach a row.

export function focusList (): void {
  listToFocus()?.focus()
}

export function listToFocus (): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role=grid], .api-name[tabindex="0"]')
}
