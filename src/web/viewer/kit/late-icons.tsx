// The icons of those parts of the page that are loaded after the list.
import { NamedButton, Stroke, type IconButtonProps } from './icons.js'

const PATHS = {
  import: 'M2 12.5v-9h4.2l1.3 1.8H14v7.2Z',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  compare: 'M2.5 3h4.5v10H2.5zM9 3h4.5v10H9M4 6h1.5M4 8.5h1.5M10.5 6H12M10.5 8.5H12',
  send: 'M2.5 8.5 13.5 2.5 10 13.5 7.5 9.5zM7.5 9.5l6-7',
  pin: 'M9.5 2.5l4 4-1.2.5-2.3 2.3-.3 2.7L4 6.3l2.7-.3L9 3.7zM6.8 9.2 2.8 13.2',
  rules: 'M2 11.5h3.5c3 0 2-7 5-7h3M11.5 2.3l2.2 2.2-2.2 2.2M10 11.5h1M13 11.5h1'
} as const

type LateIconName = keyof typeof PATHS

export function LateIcon ({ name }: { name: LateIconName }) {
  return <Stroke path={PATHS[name]} />
}

export function LateIconButton ({ icon, ...rest }: IconButtonProps & { icon: LateIconName }) {
  return <NamedButton {...rest}><LateIcon name={icon} /></NamedButton>
}
