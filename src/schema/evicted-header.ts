// The header that tells the reader of a list how many older entries of the session were evicted since its last clear. The service sends it;
// the feed, the page and the command line read it.

export const EVICTED_HEADER = 'earshot-evicted'
