// Renders a body in the chosen view.
import { useMemo, useEffect, useState, useRef } from 'preact/hooks'
import { queryOf } from '../../../exchange/address.js'
import type { Body } from '../../../exchange/body.js'
import { utf8Size } from '../../../exchange/size.js'
import { indented } from '../../../json/indent.js'
import type { Entry } from '../../../schema/entry.js'
import { sizeText } from '../../../text/size.js'
import { usePage } from '../context.js'
import { afterPaint } from '../kit/after-paint.js'
import { Safe } from '../kit/safe.js'
import { bytesOf } from '../model/bodies/bytes.js'
import { graphqlParts } from '../model/bodies/graphql-parts.js'
import { readMultipart } from '../model/bodies/multipart.js'
import type { Search } from '../model/bodies/search.js'
import { type View, languageOf, sourceLanguageOf } from '../model/bodies/views.js'
import { FieldsTable } from './fields-table.js'
import { HexView } from './hex-view.js'
import { JsonTree } from './json-tree.js'
import { SourceView } from './source-view.js'
import { loadEditor, TextView } from './text-view.js'

interface BodyContentProps {
  entry: Entry
  body: Body
  side: 'request' | 'response'
  view: View
  search: Search
}

export function BodyContent ({ entry, body, side, view, search }: BodyContentProps) {
  const { view: { path }, words: { bodies: words } } = usePage()
  const label = words[side]
  const { text } = body
  switch (view) {
    case 'tree': return <JsonTree text={text} label={label} search={search} path={path} />
    case 'pretty': {
      const language = sourceLanguageOf(body)
      if (language) return <SourceView text={text} label={label} language={language} search={search} />
      return <PrettyView text={text} label={label} search={search} />
    }
    case 'graphql': return <GraphqlView entry={entry} />
    case 'fields': return <FormView text={text} label={label} />
    case 'parts': return <PartsView text={text} label={label} />
    case 'preview': return <PreviewView html={text} label={words.previewOf(label)} />
    case 'image': {
      const mediaType = body.base64 === undefined ? 'image/svg+xml' : body.mediaType
      return <Bytes body={body}>{bytes => <ImageView bytes={bytes} mediaType={mediaType} label={label} />}</Bytes>
    }
    case 'text': return <TextView text={text} label={label} language={languageOf(body)} search={search} />
    case 'hex': return <Bytes body={body}>{bytes => <HexView bytes={bytes} label={label} search={search} />}</Bytes>
  }
}

function Bytes ({ body, children }: { body: Body, children: (bytes: Uint8Array<ArrayBuffer>) => preact.ComponentChildren }) {
  const bytes = useMemo(() => bytesOf(body), [body.text, body.base64])
  return <>{children(bytes)}</>
}

// A form of names and values, decoded; the text view shows it as it was sent.
function FormView ({ text, label }: { text: string, label: string }) {
  const fields = useMemo(() => queryOf(text.trim()), [text])
  return <div class='fields-view'><FieldsTable fields={fields} label={label} /></div>
}

// The parts of a multipart form.
function PartsView ({ text, label }: { text: string, label: string }) {
  const { words: { bodies: words } } = usePage()
  const fields = useMemo(() => (readMultipart(text) ?? []).map(({ name, fileName, type, text, isCut }) => ({
    name,
    value: text,
    remark: [
      ...fileName === undefined ? [] : [words.file(fileName), sizeText(utf8Size(text))],
      ...type === '' ? [] : [type],
      ...isCut ? [words.partCut] : []
    ].join(' · ')
  })), [text, words])
  return <div class='fields-view'><FieldsTable fields={fields} label={label} /></div>
}

/** The longest result, in characters: in a deeply nested text, the indentation grows with the square of the depth. */
const MAX_PRETTY_LENGTH = 10_000_000

/** Of a longer text, the first lines are shown before the others are laid out. In characters. */
const MAX_LENGTH_AT_ONCE = 200_000
/** More than fits on a screen, in characters. */
const FIRST_LINES = 20_000

// JSON with a line for each member. Only whitespace is changed: values are not parsed and printed again.
function PrettyView ({ text, label, search }: { text: string, label: string, search: Search }) {
  const [complete, setComplete] = useState<string | undefined>(undefined)
  const start = useMemo(() => {
    loadEditor().catch(() => {})
    return text.length <= MAX_LENGTH_AT_ONCE ? undefined : indented(text, MAX_PRETTY_LENGTH, FIRST_LINES)
  }, [text])
  const isStart = start !== undefined && complete !== text
  const pretty = useMemo(() => isStart ? start : indented(text, MAX_PRETTY_LENGTH) ?? lineByLine(text), [text, isStart])
  useEffect(() => {
    const goOn = () => { afterPaint(() => setComplete(text)) }
    if (isStart) loadEditor().then(goOn, goOn)
  }, [text, isStart])
  return <TextView text={pretty} label={label} language={isStart ? undefined : 'json'} search={isStart ? undefined : search} />
}

/** For a text with one JSON value per line; lines that are not JSON stay as they are. */
function lineByLine (text: string): string {
  return text.split('\n').map(line => indented(line, MAX_PRETTY_LENGTH) ?? line).join('\n')
}

// Shows a body as an image. An <img> element runs no scripts, and loads nothing that the image refers to.
function ImageView ({ bytes, mediaType, label }: { bytes: Uint8Array<ArrayBuffer>, mediaType: string, label: string }) {
  const { words: { bodies: words } } = usePage()
  const [size, setSize] = useState<{ width: number, height: number } | 'failed' | undefined>(undefined)
  const url = useMemo(() => URL.createObjectURL(new Blob([bytes], { type: mediaType })), [bytes, mediaType])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  if (size === 'failed') return <p class='notice warn' role='status'>{words.noImage}</p>
  return (
    <figure class='image-view'>
      <div class='image-room'>
        <img
          src={url} alt={label} onError={() => setSize('failed')}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize({ width: naturalWidth, height: naturalHeight })}
        />
      </div>
      <figcaption>{size && `${size.width} × ${size.height}`}</figcaption>
    </figure>
  )
}

const MAX_QUERY_LENGTH = 100_000

// A GraphQL request: each query as readable text, and its variables as a tree.
function GraphqlView ({ entry }: { entry: Entry }) {
  const { words: { bodies: words } } = usePage()
  const parts = useMemo(() => graphqlParts(entry), [entry])
  return (
    <div class='graphql-view'>
      {parts.map(({ operationName, query, variables }, n) => (
        <section key={n}>
          <h3>{operationName === '' ? words.query : <Safe text={operationName} />}</h3>
          {query !== '' && (
            <pre class='graphql-query' tabIndex={0} aria-label={words.query}><Safe text={query} lines most={MAX_QUERY_LENGTH} /></pre>
          )}
          {query === '' && <p class='notice'>{words.persisted}</p>}
          {variables !== '' && <><h3>{words.variables}</h3><JsonTree text={variables} label={words.variables} inline /></>}
        </section>
      ))}
    </div>
  )
}

/** A longer text would take seconds to lay out. In characters. */
const MAX_PREVIEW_LENGTH = 2_000_000

// Shows HTML as rendered, in a sandboxed frame: it has no origin, runs no script except its own, and loads nothing.
function PreviewView ({ html, label }: { html: string, label: string }) {
  const { session, words: { bodies: words } } = usePage()
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const send = () => frame.current?.contentWindow?.postMessage({ html: html.slice(0, MAX_PREVIEW_LENGTH) }, '*')
    // The frame reports when it is ready. It has no origin to check, and it gets only the body that it shows.
    const hear = (event: MessageEvent) => { if (event.source === frame.current?.contentWindow) send() }
    addEventListener('message', hear)
    send()
    return () => removeEventListener('message', hear)
  }, [html])
  return (
    <div class='preview-view'>
      <p class='notice'>{html.length > MAX_PREVIEW_LENGTH ? words.previewCut : words.previewSafe}</p>
      <iframe ref={frame} title={label} sandbox='allow-scripts' referrerpolicy='no-referrer' src={session.previewUrl} />
    </div>
  )
}
