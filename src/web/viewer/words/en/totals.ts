// The English words of totals/.
import { countText } from '../../../../text/count.js'

export const totals = {
  size: 'Size',
  sizeHint: 'The size of all response bodies',
  span: 'Span',
  spanHint: 'From the start of the first request to the end of the last',
  median: 'Median',
  p95: 'p95',
  p95Hint: '95 of 100 requests took this long or less',
  evicted: 'Evicted',
  evictedHint: 'Older requests that the session no longer has: they made room for newer ones (MAX_ENTRIES, MAX_SESSION_BYTES)',
  count: (count: number) => countText(count),
  of: (whole: string) => `of ${whole}`,
  selected: (count: number) => `${countText(count)} selected`,
  keys: {}
}
