// A text, or a function that builds it when it is needed, so that the app does not wait for it.

export type LateText = string | (() => string)

export function lateText (text: LateText): string {
  return typeof text === 'string' ? text : text()
}
