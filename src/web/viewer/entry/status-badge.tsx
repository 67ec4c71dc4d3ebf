// The outcome of a request: an icon and words, never color alone.
import { isAppError } from '../../../exchange/app-error.js'
import type { ListedEntry } from '../../../exchange/held.js'
import { isErrorVerdict, type Verdict } from '../../../exchange/outcome.js'
import { statusOf } from '../../../exchange/status.js'
import { factsOf } from '../../../filter/facts.js'
import { visibleHead } from '../../../text/visible.js'
import { Safe } from '../kit/safe.js'
import { usePage } from '../context.js'
import type { Words } from '../words/words.js'
import { Icon } from '../kit/icons.js'
import './entry.css'

export function StatusBadge ({ entry }: { entry: ListedEntry }) {
  const { codes, words: { detail: words } } = usePage()
  const verdict = codes.verdictOf(entry, Date.now())
  const kind = kindOf(verdict)
  const error = verdict === 'application-error' ? codes.errorOf(entry) : undefined
  const text = statusText(words, entry, verdict)
  return (
    <span class={`status-badge ${kind}`} title={visibleHead(error ? `${text} · ${error.message}` : text)}>
      {kind !== 'neutral' && <Icon name={kind === 'ok' ? 'check' : kind} />}
      <span class='status-parts'>
        <Parts text={text} whole={/^\d+ ?/.exec(text)?.[0]} most={60} />
        {error && <Parts text={error.message} whole={`${error.by} ${factsOf(entry).code}`} most={120} name='status-code' />}
      </span>
    </span>
  )
}

interface PartsProps {
  text: string
  /** The beginning of the text that is never cut, if the text has it: a number or a code. */
  whole: string | undefined
  most: number
  name?: string
}

// If there is too little room, the style sheet leaves out whole parts from the end; only words end with an ellipsis.
function Parts ({ text, whole = '', most, name = '' }: PartsProps) {
  const begin = text.startsWith(whole) ? whole : ''
  const rest = text.slice(begin.length)
  return (
    <>
      {begin && <span class={`status-whole ${name}`}><Safe text={begin} most={most} /></span>}
      {rest && <span class={begin ? '' : name}><Safe text={rest} most={most} /></span>}
    </>
  )
}

/** `404 Not Found`, or the reason why there is no status. */
export function statusText (words: Words['detail'], entry: ListedEntry, verdict: Verdict): string {
  switch (verdict) {
    case 'pending': return words.pending
    case 'no-answer': return words.noAnswer
    case 'canceled': return words.canceled
    case 'failed': return isAppError(entry) ? words.appError : words.noResponse
    default: {
      const status = statusOf(entry.responseHeader)
      return status ? `${status.code} ${status.text}`.trim() : words.noStatus
    }
  }
}

function kindOf (verdict: Verdict): 'pending' | 'error' | 'ok' | 'neutral' {
  if (verdict === 'pending') return 'pending'
  if (verdict === 'fine') return 'ok'
  return isErrorVerdict(verdict) ? 'error' : 'neutral'
}
