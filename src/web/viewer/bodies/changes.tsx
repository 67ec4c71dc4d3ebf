// Changes in storage or other lists of names and values: each name with its value before and after, and a sign and a word for the kind of
// change. For long values, only the part around the difference is shown.
import { visibleHead } from '../../../text/visible.js'
import { Safe } from '../kit/safe.js'
import { useCopy, usePage } from '../context.js'
import { IconButton } from '../kit/icons.js'
import { textDifference } from '../model/compare/text-difference.js'
import type { StorageChange } from '../model/compare/storage-difference.js'
import './fields-table.css'

const MAX_COUNT = 500

export function Changes ({ changes }: { changes: readonly StorageChange[] }) {
  return <ul class='change-list'>{changes.slice(0, MAX_COUNT).map((change, n) => <Change key={`${n} ${change.name}`} {...change} />)}</ul>
}

function Change ({ name, before, after }: StorageChange) {
  const { words: { detail: words, bodies: { copyNamed } } } = usePage()
  const copy = useCopy()
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  const { head, old, now, tail } = textDifference(before ?? '', after ?? '')
  return (
    <li class={`change ${kind}`}>
      <p class='change-name'>
        <span class='change-sign' aria-hidden='true'>{{ added: '+', removed: '−', changed: '~' }[kind]}</span>
        <strong><Safe text={name} most={200} /></strong> <span class='change-kind'>{words[kind]}</span>
        {after !== undefined && <IconButton icon='copy' name={copyNamed(visibleHead(name, 60))} onClick={() => copy(after)} />}
      </p>
      {before !== undefined && (
        <p
          class='change-value before'
        >
          <span class='unseen'>{words.before}: </span><Part text={head} /><del><Safe text={old} /></del><Part text={tail} />
        </p>
      )}
      {after !== undefined && (
        <p
          class='change-value after'
        >
          <span class='unseen'>{words.after}: </span><Part text={head} /><ins><Safe text={now} /></ins><Part text={tail} />
        </p>
      )}
    </li>
  )
}

function Part ({ text }: { text: string }) {
  return text === '' ? null : <Safe text={text} />
}
