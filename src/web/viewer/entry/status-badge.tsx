// How a request went: an icon and words, never colour alone.
import type { Held } from '../../../exchange/held.js'
import { isNoAnswer, isPending } from '../../../exchange/outcome.js'
import { statusOf } from '../../../exchange/status.js'
import { factsOf } from '../../../filter/facts.js'
import { Safe } from '../kit/safe.js'
import { usePage } from '../context.js'
import type { Words } from '../words/words.js'
import { Icon } from '../kit/icons.js'
import './entry.css'

export function StatusBadge ({ entry }: { entry: Held }) {
  const { codes, words: { detail: words } } = usePage()
  const { code } = factsOf(entry)
  const kind = isPending(entry) ? 'pending' : codes.isError.value(entry) ? 'error' : 'ok'
  return (
    <span class={`status-badge ${kind}`}>
      <Icon name={kind === 'ok' ? 'check' : kind} />
      <Safe text={statusText(words, entry)} most={60} />
      {code !== undefined && !codes.isSuccess(entry) && !isPending(entry) && (
        <span class='status-code'>{words.code} <Safe text={code} /></span>
      )}
    </span>
  )
}

/** `404 Not Found`, or why there is none. */
export function statusText (words: Words['detail'], entry: Held): string {
  if (isPending(entry)) return isNoAnswer(entry, Date.now()) ? words.noAnswer : words.pending
  const status = statusOf(entry.responseHeader)
  if (!status) return words.noStatus
  return status.code === 0 ? words.noResponse : `${status.code} ${status.text}`.trim()
}
