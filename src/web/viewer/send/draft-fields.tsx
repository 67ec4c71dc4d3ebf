// The fields in which a request is written.
import type { Body } from '../../../exchange/body.js'
import { sizeText } from '../text/formats.js'
import { usePage } from '../context.js'
import type { Draft } from './draft.js'

interface DraftFieldsProps {
  draft: Draft
  onChange: (draft: Draft) => void
  /** The recorded body, where it is not to be edited. */
  kept: Body | undefined
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const MOST_LINES = 10

export function DraftFields ({ draft, onChange, kept }: DraftFieldsProps) {
  const { words: { send: words } } = usePage()
  return (
    <>
      <div class='send-line'>
        <input class='field mono send-method' aria-label={words.method} list='send-methods' autocomplete='off' spellcheck={false} required value={draft.method} onInput={event => onChange({ ...draft, method: event.currentTarget.value.trim() })} />
        <datalist id='send-methods'>{METHODS.map(method => <option key={method} value={method} />)}</datalist>
        <input class='field mono send-url' aria-label={words.url} autocomplete='off' spellcheck={false} required value={draft.url} onInput={event => onChange({ ...draft, url: event.currentTarget.value })} />
      </div>
      <label class='send-field'>{words.headers}
        <textarea class='field mono' rows={linesFor(draft.headers)} spellcheck={false} wrap='off' value={draft.headers} onInput={event => onChange({ ...draft, headers: event.currentTarget.value })} />
      </label>
      {kept
        ? <p class='dim send-kept'>{words.kept(sizeText(kept.size))} <button type='button' class='button framed' onClick={() => onChange({ ...draft, body: '' })}>{words.ownBody}</button></p>
        : (
          <label class='send-field'>{words.body}
            <textarea class='field mono' rows={linesFor(draft.body ?? '')} spellcheck={false} value={draft.body} onInput={event => onChange({ ...draft, body: event.currentTarget.value })} />
          </label>
          )}
      <label class='send-check'>
        <input type='checkbox' checked={draft.credentials} onChange={event => onChange({ ...draft, credentials: event.currentTarget.checked })} />
        {words.credentials}
      </label>
    </>
  )
}

function linesFor (text: string): number {
  return Math.min(MOST_LINES, Math.max(2, text.slice(0, 5_000).split('\n').length))
}
