// The English words of filter/.
import { countText } from '../../../../text/count.js'
import type { Chip } from '../../model/filter/chip-terms.js'

const chips: Record<Chip | 'all', string> = {
  all: 'All',
  json: 'JSON',
  form: 'Form',
  html: 'HTML',
  script: 'Script',
  image: 'Image',
  binary: 'Binary',
  other: 'Other',
  error: 'Errors',
  pending: 'Pending'
}

export const filter = {
  name: 'Filter',
  placeholder: 'Filter: a word, status:4xx, -host:cdn, json:data.id=42',
  clear: 'Clear the filter',
  suggestions: 'Suggestions',
  kinds: 'Kinds',
  chips,
  moreChips: (count: number) => `${count} more`,
  count: 'Count',
  totals: 'Totals',
  requests: (count: number) => count === 1 ? '1 request' : `${countText(count)} requests`,
  some: (count: number, of: number) => `${countText(count)} of ${countText(of)}`,
  tooSlow: 'Incomplete: the regular expression was stopped after a second. Make it simpler.',
  failed: 'The regular expression could not be run. Reload the page.',
  looking: 'Searching older requests and messages…',
  notLooked: 'Older requests or messages were not searched: trying again',
  inStorage: (count: number) => count === 1
    ? 'Show 1 more request that matches in its storage snapshot'
    : `Show ${countText(count)} more requests that match in their storage snapshots`,
  saved: 'Saved filters',
  times: (count: number) => `${countText(count)} ×`,
  /** The translated meanings of keys and values, by their English text in filter/key-guide.ts. */
  meanings: {} as Record<string, string>,
  focus: 'Filter requests'
}
