// The icons of the page, as strokes in the color of the text. They are decorative: words beside them, or a label, give the meaning.
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'

const PATHS = {
  pause: 'M6 3.5v9M10 3.5v9',
  play: 'M5 3.5v9l7-4.5z',
  clear: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM4.2 4.2l7.6 7.6',
  export: 'M8 2.5v7M5 6.8l3 3 3-3M3 12.5h10',
  share: 'M6.4 9.6a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.7.7M9.6 6.4a2.6 2.6 0 0 0-3.7 0L3.6 8.7a2.6 2.6 0 0 0 3.7 3.7l.7-.7',
  more: 'M3 8a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM7.5 8a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM12 8a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z',
  down: 'M4.5 6.5 8 10l3.5-3.5',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2',
  check: 'M3.5 8.5l3 3 6-7',
  filter: 'M2.5 3.5h11L9.3 8.4v4.4l-2.6-1.3V8.4z',
  warning: 'M8 2.8 14 13H2zM8 6.5v3M8 11.3h0',
  next: 'M6.5 3.5 11 8l-4.5 4.5',
  error: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3.5M8 11h0',
  pending: 'M8 2a6 6 0 1 0 6 6',
  star: 'm8 2.3 1.7 3.6 4 .5-2.9 2.7.7 3.9L8 11.1 4.5 13l.7-3.9-2.9-2.7 4-.5Z',
  clock: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2Zm0 2.6V8l2.2 1.6',
  columns: 'M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9',
  apis: 'M2.5 4h5M2.5 8h8M2.5 12h3M10 4h3.5M12.5 8h1M8 12h5.5'
} as const

export type IconName = keyof typeof PATHS

export function Icon ({ name }: { name: IconName }) {
  return <Stroke path={PATHS[name]} />
}

export function Stroke ({ path }: { path: string }) {
  return (
    <svg
      viewBox='0 0 16 16'
      width='16'
      height='16'
      fill='none'
      stroke='currentColor'
      stroke-width='1.4'
      stroke-linecap='round'
      stroke-linejoin='round'
      aria-hidden='true'
    >
      <path d={path} />
    </svg>
  )
}

/** Shows how a column is sorted. */
export function SortArrow ({ direction }: { direction: 'ascending' | 'descending' }) {
  return (
    <svg class='sort-arrow' viewBox='0 0 8 8' width='8' height='8' aria-hidden='true'>
      <path fill='currentColor' d={direction === 'ascending' ? 'M4 2 7 6H1Z' : 'M4 6 1 2h6Z'} />
    </svg>
  )
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes, 'icon' | 'name'> {
  /** Says what the button does, and is also its tooltip. */
  name: string
}

export function IconButton ({ icon, ...rest }: IconButtonProps & { icon: IconName }) {
  return <NamedButton {...rest}><Icon name={icon} /></NamedButton>
}

export function NamedButton ({ name, ...rest }: IconButtonProps & { children: ComponentChildren }) {
  return <button type='button' class='button icon' aria-label={name} title={name} {...rest} />
}
