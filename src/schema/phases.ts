// The names of the phases of a request, as a HAR has them. They are in a file of their own, so that the page can load them
// without TypeBox.

/** In their order; `ssl` is a part of `connect`. */
export const PHASES = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'] as const
export type Phase = typeof PHASES[number]
