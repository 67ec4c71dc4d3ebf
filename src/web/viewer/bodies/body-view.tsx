// One body: a toolbar and the chosen view. Raw text and bytes are always one click away.
import { useMemo, useEffect, useRef } from 'preact/hooks'
import type { Body } from '../../../exchange/body.js'
import { graphqlOperationOf } from '../../../exchange/graphql.js'
import type { Entry } from '../../../schema/entry.js'
import { sizeText } from '../../../text/size.js'
import { visibleHead } from '../../../text/visible.js'
import { useCopy, usePage } from '../context.js'
import { IconButton } from '../kit/icons.js'
import { keys } from '../kit/keys.js'
import { save } from '../kit/save.js'
import { bytesOf, bodyName } from '../model/bodies/bytes.js'
import { createSearch, MAX_FOUND, step, type Search } from '../model/bodies/search.js'
import { viewsOf, type View } from '../model/bodies/views.js'
import { BodyContent } from './body-content.js'
import { loadEditor } from './text-view.js'
import './body-view.css'

interface BodyViewProps {
  entry: Entry
  body: Body
  side: 'request' | 'response'
}

/** Views that can be searched. */
const SEARCHABLE: readonly View[] = ['tree', 'pretty', 'text', 'hex']
const MAX_TYPE = 100

export function BodyView ({ entry, body, side }: BodyViewProps) {
  const { prefs, words: { bodies: words } } = usePage()
  const copy = useCopy()
  const views = useMemo(
    () => viewsOf(body, side === 'request' && graphqlOperationOf(entry) !== undefined), [body.text, body.mediaType, entry.api]
  )
  const search = useMemo(createSearch, [entry.id, side])
  // The view that a person chose for a body of this kind is also used for the next one.
  const chosen = prefs.pref<string>(`bodies.view.${views[0]}`, views[0] ?? 'text')
  const view = views.find(known => known === chosen.value) ?? views[0] ?? 'text'
  return (
    <section class='body-view' aria-label={words[side]}>
      <div class='body-bar'>
        <div class='body-views' role='group' aria-label={words.views} onPointerEnter={expectEditor} onFocusCapture={expectEditor}>
          {views.map(name => (
            <button
              key={name} type='button' class='button' aria-pressed={name === view}
              onClick={() => { chosen.value = name; search.sought.value = '' }}
            >
              {words.view[name]}
            </button>
          ))}
        </div>
        {SEARCHABLE.includes(view) && <BodySearch search={search} />}
        <span class='body-facts'>{[visibleHead(body.mediaType, MAX_TYPE), sizeText(body.size)].filter(Boolean).join(' · ')}</span>
        <IconButton icon='copy' name={words.copyBody} onClick={() => copy(body.text)} />
        <IconButton
          icon='export' name={words.download}
          onClick={() => save(new Blob([bytesOf(body)], { type: blobTypeOf(body.mediaType) }), bodyName(entry, body, side))}
        />
      </div>
      {body.cut !== undefined && <p class='notice warn' role='status'>{words.cut(body.cut)}</p>}
      <BodyContent key={`${entry.id} ${view}`} entry={entry} body={body} side={side} view={view} search={search} />
    </section>
  )
}

// Before a person presses Pretty or Text, the pointer or the focus is there.
function expectEditor (): void {
  loadEditor().catch(() => {})
}

function blobTypeOf (mediaType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream'
}

// The search field of a body. Enter goes to the next match, Shift+Enter to the previous one.
function BodySearch ({ search }: { search: Search }) {
  const { words: { bodies: words } } = usePage()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => keys.on('Ctrl+Shift+f', 'bodies.search', () => input.current?.select(), { always: true }), [])
  const { sought, found, current } = search
  const count = found.value >= MAX_FOUND ? `${MAX_FOUND}+` : String(found.value)
  return (
    <div class='body-search'>
      <input
        ref={input} type='search' class='field' aria-label={words.find} placeholder={words.find} value={sought.value} spellcheck={false}
        onInput={({ currentTarget: { value } }) => { current.value = 0; sought.value = value }}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.isComposing) return
          event.preventDefault()
          step(search, event.shiftKey ? -1 : 1)
        }}
      />
      <span
        class='body-found' role='status'
      >
        {sought.value !== '' && (found.value === 0 ? words.notFound : words.foundOf(current.value + 1, count))}
      </span>
    </div>
  )
}
