// The English words of list/.
import { countText } from '../../../../text/count.js'

export const list = {
  name: 'Requests',
  pending: 'pending',
  noAnswer: 'no response',
  canceled: 'canceled',
  failed: 'failed',
  appError: 'error',
  done: 'done',
  fresh: (count: number) => count === 1 ? '1 new' : `${countText(count)} new`,
  follow: 'Go to the newest',
  empty: 'Nothing matches this filter.',
  emptyRange: 'No requests in this time range.',
  clearFilter: 'Show everything',
  waiting: 'No requests yet',
  waitingWhy: 'They appear here as soon as an app sends them.',
  settings: 'Columns and rows',
  clock: 'Times',
  clocks: { local: 'Local', utc: 'UTC', since: 'Since first request' },
  columns: {
    number: '#',
    start: 'Start',
    method: 'Method',
    status: 'Status',
    code: 'Code',
    name: 'Name',
    host: 'Host',
    kind: 'Kind',
    size: 'Size',
    time: 'Time',
    waterfall: 'Waterfall'
  },
  apis: 'APIs',
  apisHint: 'Figures by method and path',
  duplicate: 'duplicate',
  duplicateHint: 'Duplicate: one of several identical requests within a second',
  nPlusOne: 'N+1',
  nPlusOneHint: 'N+1: one of at least five requests within a second that differ only in their ids',
  ruled: (name: string) => `rule: ${name}`
}
