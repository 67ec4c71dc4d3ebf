// Headers as a table, or as the text that was recorded.
import { useMemo } from 'preact/hooks'
import { readHeaders } from '../../../exchange/headers.js'
import { FieldsTable } from '../bodies/fields-table.js'
import { Safe } from '../kit/safe.js'
import { useCopy, usePage } from '../context.js'

const LONGEST_RAW = 100_000

export function HeadersTable ({ header, label }: { header: string, label: string }) {
  const { prefs, words: { detail: words, copy: { copy: copyWord } } } = usePage()
  const copy = useCopy()
  const isRaw = prefs.pref('detail.rawHeaders', false)
  const { startLine, fields } = useMemo(() => readHeaders(header), [header])
  if (header.trim() === '') return <p class='detail-none'>{words.noHeaders}</p>
  return (
    <>
      {startLine !== '' && <p class='headers-start mono'><Safe text={startLine} most={500} /></p>}
      <div class='headers-bar'>
        <button type='button' class='button' onClick={() => copy(header)}>{copyWord}</button>
        <button type='button' class='button' aria-pressed={isRaw.value} onClick={() => { isRaw.value = !isRaw.value }}>{words.raw}</button>
      </div>
      {isRaw.value
        ? <pre class='headers-raw' tabIndex={0} aria-label={label}><Safe text={header} lines most={LONGEST_RAW} /></pre>
        : <FieldsTable fields={fields} label={label} />}
    </>
  )
}
