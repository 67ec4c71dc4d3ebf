// Where the focus goes when a control no longer needs it: to the list, or to the row of the table of APIs that Tab would reach. Otherwise,
// the focus would be lost, and the arrow keys would not work in the table of APIs until the person presses Tab.

export function focusList (): void {
  listToFocus()?.focus()
}

export function listToFocus (): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role=grid], .api-name[tabindex="0"]')
}
