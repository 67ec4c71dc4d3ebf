// The page around list and detail: bars, strip, and how they share the room.
import type { ReadonlySignal } from '@preact/signals'
import { Chips } from '../filter/chips.js'
import { Detail } from '../detail/detail.js'
import { Filter } from '../filter/filter.js'
import { List } from '../list/list.js'
import { Strip } from '../screenshots/strip.js'
import type { Layout } from './layout.js'
import { usePage } from './page.js'
import './shell.css'

export function Shell ({ layout }: { layout: ReadonlySignal<Layout> }) {
  const { view } = usePage()
  const open = view.selected.value !== undefined
  return (
    <div class='shell'>
      <header><Filter /></header>
      <Chips />
      <Strip />
      <main class={`shell-main ${layout.value} ${open ? 'open' : ''}`}>
        <div class='shell-list'><List /></div>
        {open && <div class='shell-detail'><Detail /></div>}
      </main>
    </div>
  )
}
