// One request in its current state: while it is shown, it may become complete or be deleted.
import { useComputed } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isAppError } from '../../../exchange/app-error.js'
import type { ListedEntry } from '../../../exchange/held.js'
import type { Entry } from '../../../schema/entry.js'
import { usePage } from '../context.js'
import { WholeShown, useWhole } from '../entry/whole-shown.js'
import { LastGoodNotice } from '../compare/compare-button.js'
import { keys } from '../kit/keys.js'
import { lazy } from '../kit/lazy.js'
import { MarkBar, MarkShown } from '../marks/mark-bar.js'
import { TABS, type Tab } from '../model/view.js'
import { RuleLine } from '../rules/rule-line.js'
import { FactsLine } from './facts-line.js'
import { Head, SendBar } from './head.js'
import { Overview } from './overview.js'
import { SideTab } from './side-tab.js'
import { StorageTab } from './storage-tab.js'
import './detail.css'

export function Detail () {
  const { session, view, words: { detail: words } } = usePage()
  // Rendered again when this entry changes, and not whenever another entry arrives.
  const entry = useComputed(() => session.entries.value.find(({ id }) => id === view.selected.value)).value
  const isWaiting = useComputed(() => session.state.value.name !== 'live').value
  return (
    <section class='detail' aria-label={words.region}>
      <Head entry={entry} />
      {entry && <div class='detail-facts'><FactsLine entry={entry} /><RuleLine entry={entry} /></div>}
      {entry && (session.isSaved ? <MarkShown entry={entry} /> : <MarkBar entry={entry} />)}
      {entry ? <Tabs entry={entry} /> : <p class='detail-empty' role='status'>{isWaiting ? words.notYet : words.gone}</p>}
    </section>
  )
}

const CompareTab = lazy(async () => (await import('../compare/compare-tab.js')).CompareTab)

const MessagesTab = lazy(async () => (await import('../messages/messages-tab.js')).MessagesTab)

/** Only an entry that is a stream has messages, and an error has neither request nor response. */
function tabsOf (entry: ListedEntry): readonly Tab[] {
  if (isAppError(entry)) return ['overview', 'storage']
  const { via, messages } = entry
  return messages || via === 'websocket' || via === 'eventsource' ? TABS : TABS.filter(name => name !== 'messages')
}

// The tabs of a request. The chosen tab stays for the next request, and is part of the address.
function Tabs ({ entry }: { entry: ListedEntry }) {
  const { view, words: { detail: words } } = usePage()
  const { tab } = view
  const tabs = tabsOf(entry)
  const current = shownOf(tabs, tab.value)
  const whole = useWhole(entry)
  useEffect(() => {
    const offs = [
      keys.on('ArrowRight', 'detail.nextTab', () => { tab.value = beside(tabs, tab.peek(), 1) }),
      keys.on('ArrowLeft', 'detail.previousTab', () => { tab.value = beside(tabs, tab.peek(), -1) })
    ]
    return () => { for (const off of offs) off() }
  }, [tabs.length])
  return (
    <>
      <div class='detail-tabs' role='tablist' aria-label={words.tabs}>
        {tabs.map(name => (
          <button
            key={name} type='button' role='tab' id={`tab-${name}`}
            aria-selected={name === current} aria-controls='tab-panel' tabIndex={name === current ? 0 : -1}
            ref={element => { if (name === current && document.activeElement?.getAttribute('role') === 'tab') element?.focus() }}
            onClick={() => { tab.value = name }}
          >
            {words.tab[name]}
          </button>
        ))}
      </div>
      <div class='detail-panel' role='tabpanel' id='tab-panel' aria-labelledby={`tab-${current}`} key={`${entry.id} ${current}`}>
        <WholeShown whole={whole}>{entry => <Panel entry={entry} name={current} />}</WholeShown>
      </div>
    </>
  )
}

// The neighbor of a tab. Callers pass the signal's value, because two keys may be pressed before the next render.
function beside (tabs: readonly Tab[], tab: Tab, by: number): Tab {
  return tabs[(tabs.indexOf(shownOf(tabs, tab)) + by + tabs.length) % tabs.length] ?? tab
}

/** The chosen tab, unless this request lacks it. */
function shownOf (tabs: readonly Tab[], tab: Tab): Tab {
  return tabs.includes(tab) ? tab : 'overview'
}

function Panel ({ entry, name }: { entry: Entry, name: Tab }) {
  switch (name) {
    case 'overview': return <Overview entry={entry} />
    case 'request': return <><SendBar entry={entry} /><SideTab entry={entry} side='request' /></>
    case 'response': return <><LastGoodNotice entry={entry} /><SideTab entry={entry} side='response' /></>
    case 'messages': return <MessagesTab entry={entry} />
    case 'storage': return <StorageTab entry={entry} />
    case 'compare': return <CompareTab entry={entry} />
  }
}
