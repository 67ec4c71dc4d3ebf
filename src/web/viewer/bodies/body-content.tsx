// The view of a body that was chosen.
import { useMemo } from 'preact/hooks'
import type { Body } from '../../../exchange/body.js'
import type { Entry } from '../../../schema/entry.js'
import { usePage } from '../context.js'
import { bytesOf } from '../model/bodies/bytes.js'
import { FormView } from './form-view.js'
import { GraphqlView } from './graphql-view.js'
import { HexView } from './hex-view.js'
import { ImageView } from './image-view.js'
import { JsonTree } from './json-tree.js'
import { languageOf } from '../model/bodies/language.js'
import { PartsView } from './parts-view.js'
import { PrettyView } from './pretty-view.js'
import { PreviewView } from './preview-view.js'
import type { Search } from '../model/bodies/search.js'
import { TextView } from './text-view.js'
import type { View } from '../model/bodies/views.js'

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
    case 'pretty': return <PrettyView text={text} label={label} search={search} />
    case 'graphql': return <GraphqlView entry={entry} />
    case 'fields': return <FormView text={text} label={label} />
    case 'parts': return <PartsView text={text} label={label} />
    case 'preview': return <PreviewView html={text} label={words.previewOf(label)} />
    case 'image': return <Bytes body={body}>{bytes => <ImageView bytes={bytes} mediaType={body.base64 === undefined ? 'image/svg+xml' : body.mediaType} label={label} />}</Bytes>
    case 'text': return <TextView text={text} label={label} language={languageOf(body)} search={search} />
    case 'hex': return <Bytes body={body}>{bytes => <HexView bytes={bytes} label={label} search={search} />}</Bytes>
  }
}

function Bytes ({ body, children }: { body: Body, children: (bytes: Uint8Array<ArrayBuffer>) => preact.ComponentChildren }) {
  const bytes = useMemo(() => bytesOf(body), [body.text, body.base64])
  return <>{children(bytes)}</>
}
