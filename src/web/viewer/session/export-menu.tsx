// The button of the export menu; the items are loaded later.
import type { ComponentChildren } from 'preact'
import { Icon } from '../kit/icons.js'
import { lazy } from '../kit/lazy.js'
import { Menu } from '../kit/menu.js'
import { usePage } from '../context.js'

export const ExportItems = lazy(async () => (await import('./export-items.js')).ExportItems)

/** `children`: the items of the menu. */
export function ExportMenu ({ children }: { children: ComponentChildren }) {
  const { words } = usePage()
  return (
    <Menu
      label={words.session.export} class='button icon named' align='end'
      button={<><Icon name='export' /><span class='word'>{words.session.export}</span></>}
    >
      {() => children}
    </Menu>
  )
}
