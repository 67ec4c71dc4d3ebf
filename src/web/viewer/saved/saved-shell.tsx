// The page around a saved session: as that of a watched one, without all that needs a service.
import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { keys } from '../kit/keys.js'
import type { Layout } from '../page/layout.js'
import { usePage } from '../context.js'
import { Frame } from '../page/frame.js'
import { Shortcuts } from '../page/shortcuts.js'
import { Messages } from '../kit/toast.js'
import { Watching } from '../page/watching.js'
import type { SavedData } from './read-saved.js'
import { SavedBar } from './saved-bar.js'
import './saved.css'

export function SavedShell ({ data, layout }: { data: SavedData, layout: ReadonlySignal<Layout> }) {
  const { view, toasts } = usePage()
  const isMapOpen = useSignal(false)
  useEffect(() => keys.on('?', 'page.map', () => { isMapOpen.value = true }), [isMapOpen])
  const small = layout.value === 'full'
  return (
    <Frame layout={layout.value}>
      <SavedBar data={data} small={small} listed={!(small && view.selected.value !== undefined)} onMap={() => { isMapOpen.value = true }} />
      <Watching layout={layout.value} />
      <Messages toasts={toasts} />
      {isMapOpen.value && <Shortcuts onClose={() => { isMapOpen.value = false }} />}
    </Frame>
  )
}
