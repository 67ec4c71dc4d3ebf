// The page around list and detail: bars, strip, and how they share the room. Before the first entry, how to connect an app.
import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Chips } from '../filter/chips.js'
import { Detail } from '../detail/detail.js'
import { List } from '../list/list.js'
import { Strip } from '../screenshots/strip.js'
import { Stale } from '../session/connection.js'
import { TokenDialog } from '../session/token-dialog.js'
import { Connect, Start } from '../start/start.js'
import { BottomBar } from './bottom-bar.js'
import { Dialog } from './dialog.js'
import { keys } from './keys.js'
import type { Layout } from './layout.js'
import { usePage } from './page.js'
import { Shortcuts } from './shortcuts.js'
import { Messages } from './toast.js'
import { TopBar } from './top-bar.js'
import './shell.css'

export interface ShellProps {
  layout: ReadonlySignal<Layout>
  /** Whether there is nothing to list yet. */
  starting: ReadonlySignal<boolean>
  onToken: (token: string) => void
}

export function Shell ({ layout, starting, onToken }: ShellProps) {
  const { view, words } = usePage()
  const open = useSignal<'map' | 'connect' | undefined>(undefined)
  useEffect(() => keys.on('?', 'page.map', () => { open.value = 'map' }), [])
  const close = () => { open.value = undefined }
  const small = layout.value === 'full'
  return (
    <div class={`shell ${layout.value}`}>
      <TopBar small={small} starting={starting.value} onConnect={() => { open.value = 'connect' }} onMap={() => { open.value = 'map' }} />
      <Stale />
      {starting.value ? <main class='shell-start'><Start /></main> : <Watching layout={layout.value} />}
      {small && !starting.value && view.selected.value === undefined && <BottomBar />}
      <Messages />
      {open.value === 'map' && <Shortcuts onClose={close} />}
      {open.value === 'connect' && <Dialog title={words.session.connect} onClose={close}><Connect /></Dialog>}
      <TokenDialog onToken={onToken} />
    </div>
  )
}

function Watching ({ layout }: { layout: Layout }) {
  const { view } = usePage()
  const open = view.selected.value !== undefined
  const alone = open && layout === 'full'
  return (
    <>
      {!alone && <><Chips /><Strip /></>}
      <main class={`shell-main ${layout} ${open ? 'open' : ''}`}>
        <div class='shell-list'><List /></div>
        {open && <div class='shell-detail'><Detail /></div>}
      </main>
    </>
  )
}
