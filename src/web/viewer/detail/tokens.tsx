// The JSON Web Tokens of a request, decoded but not verified: the page does not have the key.
import { useMemo } from 'preact/hooks'
import { findJwts, readJwt } from '../../../exchange/jwt.js'
import type { Entry } from '../../../schema/entry.js'
import { bytesOf } from '../model/bodies/bytes.js'
import { JsonTree } from '../bodies/json-tree.js'
import { Safe } from '../kit/safe.js'
import { useCopy, usePage } from '../context.js'
import type { Words } from '../words/words.js'
import { dateOf } from '../text/moments.js'
import { IconButton } from '../kit/icons.js'
import { Section } from './section.js'

interface FoundToken { token: string, place: string }

const MAX_COUNT = 10
/** Longer texts are not searched. In characters. */
const MAX_SEARCHED_LENGTH = 300_000

export function Tokens ({ entry }: { entry: Entry }) {
  const { words: { detail: words, bodies } } = usePage()
  const found = useMemo(() => tokensIn(words, bodies, entry), [entry, words, bodies])
  if (found.length === 0) return null
  return (
    <Section name='tokens' title={words.tokens} count={found.length}>
      {found.map(({ token, place }) => <Token key={token} token={token} place={place} />)}
    </Section>
  )
}

function Token ({ token, place }: FoundToken) {
  const { words: { detail: words, bodies: { copyNamed } } } = usePage()
  const copy = useCopy()
  const [header = '', payload = ''] = token.split('.')
  return (
    <article class='token'>
      <p class='token-head'>
        <span class='mono token-text'><Safe text={token} most={60} /></span> {words.tokenIn(place)}
        <Ends expiresMs={readJwt(token)?.expiresMs} />
        <IconButton icon='copy' name={copyNamed(words.tokens)} onClick={() => copy(token)} />
      </p>
      <JsonTree text={decodedText(header)} label={words.header} inline />
      <JsonTree text={decodedText(payload)} label={words.payload} inline />
    </article>
  )
}

function Ends ({ expiresMs }: { expiresMs: number | undefined }) {
  const { words: { detail: words } } = usePage()
  if (expiresMs === undefined) return <span class='token-ends'>{words.tokenEndless} · {words.notVerified}</span>
  const isOver = expiresMs < Date.now()
  return (
    <span
      class={`token-ends ${isOver ? 'over' : ''}`}
    >
      {isOver ? words.tokenEnded(dateOf(expiresMs)) : words.tokenEnds(dateOf(expiresMs))} · {words.notVerified}
    </span>
  )
}

/** Lists each token once, at the first place where it is found. */
function tokensIn (words: Words['detail'], bodies: Words['bodies'], entry: Entry): FoundToken[] {
  const places: [string, string][] = [
    [words.requestHeaders, entry.requestHeader], [words.url, entry.api], [bodies.request, entry.request],
    [words.responseHeaders, entry.responseHeader], [bodies.response, entry.response], [words.tab.storage, entry.storage]
  ]
  const found = new Map<string, string>()
  for (const [place, text] of places) {
    if (!text.includes('eyJ')) continue
    for (const token of findJwts(text.slice(0, MAX_SEARCHED_LENGTH)).slice(0, MAX_COUNT)) if (!found.has(token)) found.set(token, place)
  }
  return [...found].slice(0, MAX_COUNT).map(([token, place]) => ({ token, place }))
}

function decodedText (base64: string): string {
  return new TextDecoder().decode(bytesOf({ base64, text: '' }))
}
