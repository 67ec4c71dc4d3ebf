// A request that the app itself canceled is not an error. Its note begins with this word, so that the service recognizes it (contract §15).

export const CANCELED = 'canceled'

export function canceled (why: string): string {
  return `${CANCELED}: ${why}`
}
