// The page around a saved session: like the page around a live session, but without the parts that need a service.
import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { usePage } from '../context.js'
import { Filter } from '../filter/filter.js'
import { Icon } from '../kit/icons.js'
import { keys } from '../kit/keys.js'
import { Menu, MenuItem } from '../kit/menu.js'
import { Opener } from '../kit/popover.js'
import { Messages } from '../kit/toast.js'
import { Frame, type Layout, Bar, LanguageItems } from '../page/frame.js'
import { Shortcuts } from '../page/shortcuts.js'
import { Watching } from '../page/watching.js'
import { HarItems } from '../session/export-items.js'
import { ExportMenu } from '../session/export-menu.js'
import { moment } from '../words/format.js'
import type { SavedData } from './read-saved.js'
import './saved.css'

export function SavedShell ({ data, layout }: { data: SavedData, layout: ReadonlySignal<Layout> }) {
  const { view, toasts, words } = usePage()
  const isMapOpen = useSignal(false)
  useEffect(() => keys.on('?', 'page.map', () => { isMapOpen.value = true }), [isMapOpen])
  const small = layout.value === 'full'
  return (
    <Frame layout={layout.value}>
      <SavedBar data={data} small={small} listed={!(small && view.selected.value !== undefined)} onMap={() => { isMapOpen.value = true }} />
      {data.isCut && <div class='saved-incomplete' role='alert'><Icon name='warning' />{words.saved.cut}</div>}
      <Watching layout={layout.value} />
      <Messages toasts={toasts} />
      {isMapOpen.value && <Shortcuts onClose={() => { isMapOpen.value = false }} />}
    </Frame>
  )
}

interface SavedBarProps {
  data: SavedData
  /** On small screens, the rest is in a menu. */
  small: boolean
  /** Whether the list is visible. */
  listed: boolean
  onMap: () => void
}

// The bar above a saved session: which session it is, when it was saved, and the actions that need no service.
function SavedBar ({ data, small, listed, onMap }: SavedBarProps) {
  const { session, theme, words } = usePage()
  return (
    <Bar class='saved-bar'>
      <span class='data mono saved-session' title={words.session.menu(session.id)}>{session.id}</span>
      <SavedFacts data={data} />
      <div class='top-bar-filter'>{listed && <Filter />}</div>
      <div class='saved-actions' role='group' aria-label={words.page.actions}>
        {!small && <ExportMenu><HarItems /></ExportMenu>}
        <Menu label={words.page.more} class='button icon' align='end' button={<Icon name='more' />}>
          {() => (
            <>
              {small && <div class='menu-heading'>{words.session.export}</div>}
              {small && <HarItems />}
              {small && <div class='menu-line' />}
              <MenuItem onClick={() => { theme.toggle() }}>{words.page.theme}</MenuItem>
              <MenuItem onClick={onMap}>{words.page.shortcuts}</MenuItem>
              <LanguageItems />
            </>
          )}
        </Menu>
      </div>
    </Bar>
  )
}

// When the page was saved, and which part of the session it contains; missing parts are clearly stated.
function SavedFacts ({ data }: { data: SavedData }) {
  const { words: { saved: words } } = usePage()
  const { about: { savedMs, isPart, secrets, version }, entries, screenshots, leftOut } = data
  const sentences = [
    isPart ? words.part(entries.length) : words.whole(entries.length),
    screenshots.length > 0 && words.screenshots(screenshots.length),
    leftOut > 0 && words.leftOut(leftOut),
    secrets === 'redact' ? words.redacted : words.withSecrets,
    words.readOnly,
    words.version(version)
  ].filter(sentence => typeof sentence === 'string')
  return (
    <>
      <Opener
        role='dialog'
        name={words.about}
        class='pill saved-pill'
        isNamed
        icon={<span>{words.saved(moment(savedMs), entries.length)}</span>}
      >
        {() => <div class='saved-facts'>{sentences.map(sentence => <p key={sentence}>{sentence}</p>)}</div>}
      </Opener>
      {secrets === 'keep' && <span class='saved-cut'><Icon name='warning' />{words.hasSecrets}</span>}
    </>
  )
}
