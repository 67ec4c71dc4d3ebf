// A table of names and values: headers, queries, forms, cookies. Each value can be copied, and a JSON value opens as a tree.
import { useState } from 'preact/hooks'
import { isJson } from '../../../json/is-json.js'
import { visibleHead } from '../../../text/visible.js'
import { IconButton } from '../kit/icons.js'
import { useCopy, usePage } from '../context.js'
import { JsonTree } from './json-tree.js'
import { Safe } from '../kit/safe.js'
import './fields-table.css'

export interface Field {
  name: string
  value: string
  /** Shown dimmed beside the value. */
  remark?: string | undefined
}

/** Rows beyond this limit are shown on request. */
const MAX_ROWS = 200
const MAX_LENGTH = 600
const MAX_OPENED_LENGTH = 50_000

export function FieldsTable ({ fields, label }: { fields: readonly Field[], label: string }) {
  const { words: { bodies: words } } = usePage()
  const [most, setMost] = useState(MAX_ROWS)
  return (
    <>
      <table class='fields' aria-label={label}>
        <colgroup><col class='col-name' /><col /><col class='col-actions' /></colgroup>
        <thead
          class='fields-head'
        >
          <tr>
            {[words.name, words.value, words.actions].map(word => <th key={word} scope='col'><span class='unseen'>{word}</span></th>)}
          </tr>
        </thead>
        <tbody>{fields.slice(0, most).map((field, n) => <FieldRow key={n} {...field} />)}</tbody>
      </table>
      {fields.length > most && (
        <button type='button' class='button framed' onClick={() => setMost(most * 10)}>{words.moreRows(fields.length - most)}</button>
      )}
    </>
  )
}

function FieldRow ({ name, value, remark }: Field) {
  const { words: { bodies: words } } = usePage()
  const copy = useCopy()
  const [isOpen, setOpen] = useState(false)
  const isTree = /^\s*[[{]/.test(value) && value.length < 1_000_000 && isJson(value)
  const canOpen = isTree || value.length > MAX_LENGTH
  const named = visibleHead(name, 60)
  return (
    <tr>
      <th scope='row' class='field-name'><Safe text={name} most={MAX_LENGTH} /></th>
      <td class='field-value mono'>
        {isOpen && isTree
          ? <JsonTree text={value} label={named} inline />
          : <Safe text={value} lines={isOpen} most={isOpen ? MAX_OPENED_LENGTH : MAX_LENGTH} />}
        {remark && <span class='field-remark'>{remark}</span>}
        {canOpen && (
          <button
            type='button' class='button field-open' aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? words.less : isTree ? words.asTree : words.more(value.length)}
          </button>
        )}
      </td>
      <td class='field-actions'>
        <IconButton icon='copy' name={words.copyNamed(named)} title={words.copyValue} onClick={() => copy(value)} />
      </td>
    </tr>
  )
}
