// A text, or what puts it together once it is needed, so that the app does not wait for it.

export type LateText = string | (() => string)

export function lateText (text: LateText): string {
  return typeof text === 'string' ? text : text()
}
