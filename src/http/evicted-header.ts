// The header that tells the reader of a list how many older entries of the session were evicted since its
// last clear.

export const EVICTED_HEADER = 'earshot-evicted'
