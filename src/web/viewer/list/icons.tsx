// The signs of states, so that none is told by its colour alone.
import type { RowState } from './row-state.js'

const SIGNS = {
  failed: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM5.2 4.3 8 7.1l2.8-2.8.9.9L8.9 8l2.8 2.8-.9.9L8 8.9l-2.8 2.8-.9-.9L7.1 8 4.3 5.2Z',
  elsewhere: 'M9.5 3.5 14 8l-4.5 4.5-.9-.9 3-3H2V7.4h9.6l-3-3Z',
  unanswered: 'M4 1.5h8v2.7L9 8l3 3.8v2.7H4v-2.7L7 8 4 4.2Zm1.3 1.3v1L8 7l2.7-3.2v-1Zm2.7 6.2-2.7 3.2v1h5.4v-1Z',
  fine: 'M6.4 12.2 2.6 8.4l.9-.9 2.9 2.9 6.1-6.1.9.9Z'
}

export function StateIcon ({ state, status }: { state: RowState, status: number | undefined }) {
  if (state === 'pending') return <i class='list-spinner' />
  const sign = state === 'fine' ? (status !== undefined && status >= 300 ? 'elsewhere' : 'fine') : state
  return <svg class={`list-sign ${sign}`} viewBox='0 0 16 16' aria-hidden='true'><path fill='currentColor' fill-rule='evenodd' d={SIGNS[sign]} /></svg>
}
