// The top of the detail: which request it is, and the actions for it.
import { addressOf } from '../../../exchange/address.js'
import { isAppError } from '../../../exchange/app-error.js'
import type { ListedEntry } from '../../../exchange/held.js'
import { splitName } from '../../../exchange/path-parts.js'
import { factsOf } from '../../../filter/facts.js'
import { CompareButton } from '../compare/compare-button.js'
import { usePage } from '../context.js'
import { CopyMenu } from '../copy/copy-menu.js'
import { IconButton } from '../kit/icons.js'
import { LateIcon, LateIconButton } from '../kit/late-icons.js'
import { Safe } from '../kit/safe.js'
import { RuleMenu } from '../rules/rule-menu.js'
import { readable } from '../text/readable.js'

export function Head ({ entry }: { entry: ListedEntry | undefined }) {
  const { selection, view, words: { detail: words } } = usePage()
  const selected = selection.entries.value
  const close = () => { view.selected.value = undefined }
  return (
    <header class='detail-head'>
      <LateIconButton icon='back' name={words.close} class='button icon detail-back' onClick={close} />
      {entry && <Title entry={entry} />}
      <span class='detail-actions'>
        {entry && !isAppError(entry) && <><RuleMenu entry={entry} /><SendButton entry={entry} /></>}
        {entry && <CompareButton entry={entry} />}
        {entry && <CopyMenu entries={selected.length > 1 && selected.includes(entry) ? selected : [entry]} />}
        <LateIconButton icon='back' name={words.previous} class='button icon detail-step' onClick={() => selection.move(-1)} />
        <IconButton icon='next' name={words.next} class='button icon detail-step' onClick={() => selection.move(1)} />
        <IconButton icon='close' name={words.close} class='button icon detail-close' onClick={close} />
      </span>
    </header>
  )
}

function Title ({ entry }: { entry: ListedEntry }) {
  const { path, host } = addressOf(entry)
  const operation = factsOf(entry).operation
  const [before, last] = splitName(path)
  return (
    <h2 class='detail-title'>
      <span class='detail-method mono'><Safe text={entry.method} most={20} /></span>
      <span class='detail-name'>
        {host && <span class='dim'><Safe text={host} most={100} /></span>}
        <span class='dim'><Safe text={readable(before)} most={300} /></span>
        <strong><Safe text={readable(last)} most={300} /></strong>
        {operation?.name && <span class='detail-operation'><Safe text={`${operation.kind} ${operation.name}`} most={100} /></span>}
      </span>
    </h2>
  )
}

// Opens the dialog to edit a request and send it again. A saved page cannot send.
function SendButton ({ entry }: { entry: ListedEntry }) {
  const { session, view, words: { send: words } } = usePage()
  if (session.isSaved) return null
  return (
    <LateIconButton
      icon='send' name={words.open} class='button icon send-button' title={`${words.open} (e)`}
      onClick={() => { view.resending.value = entry }}
    />
  )
}

/** The same action as a button with a label, if there is room. */
export function SendBar ({ entry }: { entry: ListedEntry }) {
  const { session, view, words: { send: words } } = usePage()
  if (session.isSaved) return null
  return (
    <div class='send-bar'>
      <button type='button' class='button framed' onClick={() => { view.resending.value = entry }}>
        <LateIcon name='send' />{words.open}
      </button>
    </div>
  )
}
