// The header that tells the reader of a list how many older entries of the session were evicted. It is missing if none were.

export const EVICTED_HEADER = 'earshot-evicted'
