// One side of an exchange: its headers, folded, and its body, which gets the remaining space.
import { useMemo } from 'preact/hooks'
import { requestBodyOf, responseBodyOf } from '../../../exchange/body.js'
import { readHeaders } from '../../../exchange/headers.js'
import type { Entry } from '../../../schema/entry.js'
import { BodyView } from '../bodies/body-view.js'
import { FieldsTable } from '../bodies/fields-table.js'
import { usePage, useCopy } from '../context.js'
import { Safe } from '../kit/safe.js'
import { whyNoBody } from '../model/bodies/no-body.js'

type Side = 'request' | 'response'

export function SideTab ({ entry, side }: { entry: Entry, side: Side }) {
  const { prefs, words: { detail: words } } = usePage()
  const header = side === 'request' ? entry.requestHeader : entry.responseHeader
  const count = useMemo(() => readHeaders(header).fields.length, [header])
  const body = useMemo(() => side === 'request' ? requestBodyOf(entry) : responseBodyOf(entry), [entry, side])
  const isOpen = prefs.pref('detail.headersOpen', false)
  return (
    <div class='side-tab'>
      <details class='side-headers' open={isOpen.value} onToggle={({ currentTarget: { open } }) => { isOpen.value = open }}>
        <summary>{words.headersOf(count)}</summary>
        {isOpen.value && (
          <div
            class='side-headers-room' tabIndex={0} role='group'
            aria-label={side === 'request' ? words.requestHeaders : words.responseHeaders}
          >
            <HeadersTable header={header} label={side === 'request' ? words.requestHeaders : words.responseHeaders} />
          </div>
        )}
      </details>
      {body.text === ''
        ? <p class='detail-empty'>{words[whyNoBody(entry, side, Date.now())]}</p>
        : <BodyView entry={entry} body={body} side={side} />}
    </div>
  )
}

const MAX_RAW_LENGTH = 100_000

// Headers as a table, or as the recorded text.
export function HeadersTable ({ header, label }: { header: string, label: string }) {
  const { prefs, words: { detail: words, copy: { copy: copyWord } } } = usePage()
  const copy = useCopy()
  const isRaw = prefs.pref('detail.rawHeaders', false)
  const { startLine, fields } = useMemo(() => readHeaders(header), [header])
  if (header.trim() === '') return <p class='detail-none'>{words.noHeaders}</p>
  return (
    <>
      {startLine !== '' && <p class='headers-start mono'><Safe text={startLine} most={500} /></p>}
      <div class='headers-bar'>
        <button type='button' class='button' onClick={() => copy(header)}>{copyWord}</button>
        <button type='button' class='button' aria-pressed={isRaw.value} onClick={() => { isRaw.value = !isRaw.value }}>{words.raw}</button>
      </div>
      {isRaw.value
        ? <pre class='headers-raw' tabIndex={0} aria-label={label}><Safe text={header} lines most={MAX_RAW_LENGTH} /></pre>
        : <FieldsTable fields={fields} label={label} />}
    </>
  )
}
