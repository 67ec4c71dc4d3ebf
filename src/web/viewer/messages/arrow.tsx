// The direction of a message as a picture; a word beside it, or a label, says the same.
/** Up for what the app sent, down for what it received, as in network panels. */
export function Arrow ({ direction }: { direction: 'in' | 'out' }) {
  return (
    <svg class={`message-arrow ${direction}`} viewBox='0 0 16 16' width='12' height='12' aria-hidden='true'>
      <path d={direction === 'out' ? 'M8 14V3M3.5 7.5 8 3l4.5 4.5' : 'M8 2v11M3.5 8.5 8 13l4.5-4.5'} />
    </svg>
  )
}
