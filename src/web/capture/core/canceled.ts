// What the app itself gave up is no error. The note of such a record begins with this word, by which the service knows it (contract §15).

export const CANCELED = 'canceled'

export function canceled (why: string): string {
  return `${CANCELED}: ${why}`
}
