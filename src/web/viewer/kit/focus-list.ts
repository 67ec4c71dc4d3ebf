// Gives the list, or the table of APIs in its place, the focus after a control is done with it: otherwise, no key would reach a row.

export function focusList (): void {
  document.querySelector<HTMLElement>('[role=grid]')?.focus()
}
