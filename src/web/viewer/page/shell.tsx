// The page around the list and the detail: bars, messages and dialogs. Before the first entry, it shows the start screen instead of the
// list.
import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { usePage } from '../context.js'
import { keys } from '../kit/keys.js'
import { lazy } from '../kit/lazy.js'
import { Messages } from '../kit/toast.js'
import { needsToken } from '../model/session/token.js'
import { Stale } from '../session/connection.js'
import { Undo } from '../session/controls.js'
import { Frame, type Layout } from './frame.js'
import { TopBar, BottomBar } from './top-bar.js'
import { Watching } from './watching.js'

const Start = lazy(async () => (await import('../start/start.js')).Start)
const ConnectDialog = lazy(async () => (await import('../start/start.js')).ConnectDialog)
const Shortcuts = lazy(async () => (await import('./shortcuts.js')).Shortcuts)
const SendDialog = lazy(async () => (await import('../send/send-dialog.js')).SendDialog)
const RulesPart = lazy(async () => (await import('./later.js')).RulesPart)
const TokenDialog = lazy(async () => (await import('../session/token-dialog.js')).TokenDialog)

export interface ShellProps {
  layout: ReadonlySignal<Layout>
  /** Whether there is nothing to list yet. */
  starting: ReadonlySignal<boolean>
  onToken: (token: string) => void
}

export function Shell ({ layout, starting, onToken }: ShellProps) {
  const { session, view, toasts } = usePage()
  const open = useSignal<'map' | 'connect' | undefined>(undefined)
  useEffect(() => keys.on('?', 'page.map', () => { open.value = 'map' }), [open])
  const close = () => { open.value = undefined }
  const small = layout.value === 'full'
  // The list is loaded first.
  const wasLive = useRef(false)
  wasLive.current ||= session.state.value.name === 'live'
  return (
    <Frame layout={layout.value}>
      <TopBar
        small={small} starting={starting.value} listed={!starting.value && !(small && view.selected.value !== undefined)}
        onConnect={() => { open.value = 'connect' }} onMap={() => { open.value = 'map' }}
      />
      <Stale />
      {wasLive.current && <RulesPart />}
      {starting.value ? <main class='shell-start'><Start /></main> : <Watching layout={layout.value} />}
      {small && !starting.value && view.selected.value === undefined && <BottomBar onMap={() => { open.value = 'map' }} />}
      <Messages toasts={toasts}><Undo /></Messages>
      {open.value === 'map' && <Shortcuts onClose={close} />}
      {open.value === 'connect' && <ConnectDialog onClose={close} />}
      {view.resending.value && <SendDialog entry={view.resending.value} onClose={() => { view.resending.value = undefined }} />}
      {needsToken(session.state.value) && <TokenDialog onToken={onToken} />}
    </Frame>
  )
}
