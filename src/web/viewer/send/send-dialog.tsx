// Edits a request, sends it again from this browser, and shows the result. Before sending, it lists what the browser will change.
import type { TargetedSubmitEvent } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { requestBodyOf, type Body } from '../../../exchange/body.js'
import type { ListedEntry } from '../../../exchange/held.js'
import type { Entry } from '../../../schema/entry.js'
import { sizeText } from '../../../text/size.js'
import { usePage } from '../context.js'
import { useCopyAs } from '../copy/use-copy-as.js'
import { WithWhole } from '../entry/whole-shown.js'
import { Dialog } from '../kit/dialog.js'
import { Icon } from '../kit/icons.js'
import { bytesOf } from '../model/bodies/bytes.js'
import { SenderFrame } from '../sender/sender-frame.js'
import { draftOf, entryOf, faultOf, notesOn, outgoingOf, type DraftFault, type DraftNotes, type RequestDraft } from './draft.js'
import { SendOutcome } from './send-outcome.js'
import { useSender } from './use-sender.js'
import './send.css'

interface SendProps<Of extends ListedEntry> {
  entry: Of
  onClose: () => void
}

export function SendDialog ({ entry, onClose }: SendProps<ListedEntry>) {
  const { words: { send: words } } = usePage()
  return (
    <Dialog
      title={words.title} onClose={onClose}
    >
      <WithWhole entry={entry}>{entry => <Send entry={entry} onClose={onClose} />}</WithWhole>
    </Dialog>
  )
}

function Send ({ entry, onClose }: SendProps<Entry>) {
  const { words: { send: words } } = usePage()
  const copyAs = useCopyAs()
  const { onReady, isReady, sending, send, stop } = useSender()
  const body = useMemo(() => requestBodyOf(entry), [entry])
  const [draft, setDraft] = useState(() => draftOf(entry))
  const [fault, setFault] = useState<DraftFault | undefined>(undefined)
  // The request as it was sent, no matter how the draft changes afterwards.
  const [asked, setAsked] = useState(entry)
  const isUnderWay = sending.state === 'under way'
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = faultOf(draft, body.text !== '')
    setFault(found)
    if (found || isUnderWay) return
    setAsked(entryOf(entry, draft))
    send(outgoingOf(draft, () => bytesOf(body)))
  }
  return (
    <>
      <form class='send' onSubmit={submit}>
        <DraftFields
          draft={draft} onChange={next => { setDraft(next); setFault(undefined) }} kept={draft.body === undefined ? body : undefined}
        />
        <Notes notes={notesOn(draft, location.protocol === 'https:')} />
        {fault && (
          <p
            class='failure send-fault' role='alert'
          >
            <Icon name='error' /> {fault.what === 'header' ? words.faults.header(fault.line) : words.faults[fault.what]}
          </p>
        )}
        <div class='send-actions'>
          <button type='submit' class='button primary' disabled={!isReady || isUnderWay}>{words.send}</button>
          {isUnderWay && <button type='button' class='button framed' onClick={stop}>{words.stop}</button>}
          <button
            type='button' class='button framed' onClick={() => copyAs('curl-bash', [entryOf(entry, draft)])}
          >
            <Icon name='copy' />{words.curl}
          </button>
        </div>
      </form>
      <SenderFrame onReady={onReady} />
      {!isReady && <p role='status' class='dim'>{words.notReady}</p>}
      {isUnderWay && <p role='status' class='dim'>{words.underWay}</p>}
      {sending.state === 'over' && (
        <SendOutcome recorded={entry} asked={asked} outcome={sending.outcome} startedMs={sending.startedMs} onClose={onClose} />
      )}
    </>
  )
}

// What the browser will change or refuse; shown before anything is sent.
function Notes ({ notes: { left, isMixed, lacksHost } }: { notes: DraftNotes }) {
  const { words: { send: words } } = usePage()
  return (
    <ul class='send-notes' aria-label={words.notes}>
      {lacksHost && <li class='warn'>{words.lacksHost}</li>}
      {isMixed && <li class='warn'>{words.mixed}</li>}
      {left.length > 0 && <li class='warn'>{words.left(left.join(', '))}</li>}
      <li>{words.cors}</li>
    </ul>
  )
}

interface DraftFieldsProps {
  draft: RequestDraft
  onChange: (draft: RequestDraft) => void
  /** The recorded body, if it cannot be edited. */
  kept: Body | undefined
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const MAX_LINES = 10

// The form in which a request is written.
function DraftFields ({ draft, onChange, kept }: DraftFieldsProps) {
  const { words: { send: words } } = usePage()
  return (
    <>
      <div class='send-line'>
        <input
          class='field mono send-method' aria-label={words.method} list='send-methods' autocomplete='off' spellcheck={false} required
          value={draft.method} onInput={event => onChange({ ...draft, method: event.currentTarget.value.trim() })}
        />
        <datalist id='send-methods'>{METHODS.map(method => <option key={method} value={method} />)}</datalist>
        <input
          class='field mono send-url' aria-label={words.url} autocomplete='off' spellcheck={false} required value={draft.url}
          onInput={event => onChange({ ...draft, url: event.currentTarget.value })}
        />
      </div>
      <label class='send-field'>{words.headers}
        <textarea
          class='field mono' rows={linesFor(draft.headers)} spellcheck={false} wrap='off' value={draft.headers}
          onInput={event => onChange({ ...draft, headers: event.currentTarget.value })}
        />
      </label>
      {kept
        ? (
          <p class='dim send-kept'>
            {words.kept(sizeText(kept.size))}{' '}
            <button type='button' class='button framed' onClick={() => onChange({ ...draft, body: '' })}>{words.ownBody}</button>
          </p>
          )
        : (
          <label class='send-field'>{words.body}
            <textarea
              class='field mono' rows={linesFor(draft.body ?? '')} spellcheck={false} value={draft.body}
              onInput={event => onChange({ ...draft, body: event.currentTarget.value })}
            />
          </label>
          )}
      <label class='send-check'>
        <input
          type='checkbox' checked={draft.credentials} onChange={event => onChange({ ...draft, credentials: event.currentTarget.checked })}
        />
        {words.credentials}
      </label>
    </>
  )
}

function linesFor (text: string): number {
  return Math.min(MAX_LINES, Math.max(2, text.slice(0, 5_000).split('\n').length))
}
