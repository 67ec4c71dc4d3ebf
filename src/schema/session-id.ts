// Decides which texts are ids of sessions. This check is separate from the schema of session ids, so that pages and apps can load it
// without TypeBox.

export const SESSION_ID_LENGTH = 15

/** Counts Unicode code points, which mostly agrees with how people count. */
export function isSessionId (text: string): boolean
export function isSessionId (value: unknown): value is string
export function isSessionId (value: unknown): value is string {
  return typeof value === 'string' && [...value].length === SESSION_ID_LENGTH
}
