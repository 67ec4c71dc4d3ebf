// The calls that led to a request, the innermost first. A button resolves the calls to their positions in the original source.
import { useMemo, useState } from 'preact/hooks'
import type { Initiator, InitiatorCall } from '../../../schema/initiator.js'
import { useCopy, usePage } from '../context.js'
import { Icon } from '../kit/icons.js'
import { lazy } from '../kit/lazy.js'
import { Safe } from '../kit/safe.js'
import { shortPlace, stackText } from '../model/initiator/call-texts.js'
import { hostOf, loadable } from '../model/initiator/files.js'
import type { Original } from '../model/initiator/source-map.js'
import './initiator.css'

// A saved page loads nothing, so it does not contain the code for it.
const Resolving = import.meta.env.VITE_SAVED ? undefined : lazy(async () => (await import('./resolving.js')).Resolving)

export function Calls ({ calls }: { calls: Initiator }) {
  const { words: { initiator: words } } = usePage()
  const copy = useCopy()
  const [isAsked, setAsked] = useState(false)
  const [originals, setOriginals] = useState<readonly (Original | undefined)[]>([])
  const hosts = useMemo(() => [...new Set(loadable(calls).map(hostOf))].join(', '), [calls])
  const isOffered = Resolving && hosts !== '' && !isAsked
  return (
    <>
      <ol class='calls' aria-label={words.title}>{calls.map((call, n) => <Call key={n} call={call} original={originals[n]} />)}</ol>
      {Resolving && isAsked && <Resolving calls={calls} onOriginals={setOriginals} />}
      <div class='calls-actions'>
        {isOffered && <button type='button' class='button framed' onClick={() => setAsked(true)}>{words.resolve}</button>}
        <button type='button' class='button framed' onClick={() => copy(stackText(calls, originals))}>
          <Icon name='copy' />{words.copy}
        </button>
        {isOffered && <p class='dim calls-hosts'><Safe text={words.from(hosts)} /></p>}
      </div>
    </>
  )
}

function Call ({ call, original }: { call: InitiatorCall, original: Original | undefined }) {
  const { words: { initiator: words } } = usePage()
  const name = original?.function ?? call.function
  const full = `${call.url}:${call.line}:${call.column}`
  const built = <span class='mono call-place' title={full}><Safe text={shortPlace(call)} most={300} /></span>
  return (
    <li>
      <span class='call-line'>
        <span class={name === undefined ? 'dim' : 'mono call-name'}>{name === undefined ? words.nameless : <Safe text={name} />}</span>
        {original
          ? <span class='mono call-place'><Safe text={`${original.path}:${original.line}:${original.column}`} most={300} /></span>
          : built}
        {original?.isLibrary && <span class='dim call-library'>{words.library}</span>}
      </span>
      {original?.code !== undefined && <code class='mono call-code'><Safe text={original.code} most={300} /></code>}
      {original && <span class='dim call-built'>{words.built} {built}</span>}
    </li>
  )
}
