// The names of the phases of a request, as a HAR has them. In a file of its own, because the page needs nothing else of schemas.

/** In their order; `ssl` is a part of `connect`. */
export const PHASES = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'] as const
export type Phase = typeof PHASES[number]
