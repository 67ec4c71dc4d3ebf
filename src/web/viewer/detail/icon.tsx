// The icons of the detail, drawn as paths in a square of 16.
const PATHS = {
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  back: 'M9.5 3 4.5 8l5 5',
  previous: 'M9.5 3 4.5 8l5 5',
  next: 'M6.5 3l5 5-5 5',
  down: 'M3.5 6 8 10.5 12.5 6',
  error: 'M8 1.8 14.8 13.6H1.2zM8 6v3.6M8 11.4v.4',
  ok: 'M3 8.5l3.2 3.2L13 4.8',
  pending: 'M8 2a6 6 0 1 0 6 6',
  upload: 'M8 10.5v-8M4.5 6 8 2.5 11.5 6M2.5 13.5h11'
} as const

export function Icon ({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg viewBox='0 0 16 16' width='16' height='16' fill='none' stroke='currentColor' stroke-width='1.4' stroke-linecap='round' stroke-linejoin='round' aria-hidden='true'>
      <path d={PATHS[name]} />
    </svg>
  )
}
