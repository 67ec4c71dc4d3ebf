// The header that tells the reader of a list how many older entries were evicted since the session was last cleared. The service sends it;
// the feed, the page and the command line read it.

export const EVICTED_HEADER = 'earshot-evicted'
