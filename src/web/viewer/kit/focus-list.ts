// Moves the focus to the list when a control no longer needs it: otherwise, no key would reach a row.

export function focusList (): void {
  document.querySelector<HTMLElement>('[role=grid]')?.focus()
}
