// A request that the app itself canceled is not an error. Its note begins with `canceled`, by which the service recognizes it.

export const CANCELED = 'canceled'

export function canceled (why: string): string {
  return `${CANCELED}: ${why}`
}
