// Which texts are ids of sessions, without their schema: pages and apps load this, and no TypeBox.

export const SESSION_ID_LENGTH = 15

/** Counts Unicode code points, which mostly agrees with how people count. */
export function isSessionId (text: string): boolean
export function isSessionId (value: unknown): value is string
export function isSessionId (value: unknown): value is string {
  return typeof value === 'string' && [...value].length === SESSION_ID_LENGTH
}
