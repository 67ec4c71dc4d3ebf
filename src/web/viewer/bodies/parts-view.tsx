// The parts of a multipart form.
import { useMemo } from 'preact/hooks'
import { utf8Size } from '../../../exchange/size.js'
import { sizeText } from '../text/formats.js'
import { usePage } from '../context.js'
import { FieldsTable } from './fields-table.js'
import { readMultipart } from '../model/bodies/multipart.js'

export function PartsView ({ text, label }: { text: string, label: string }) {
  const { words: { bodies: words } } = usePage()
  const fields = useMemo(() => (readMultipart(text) ?? []).map(({ name, fileName, type, text, isCut }) => ({
    name,
    value: text,
    remark: [
      ...fileName === undefined ? [] : [words.file(fileName), sizeText(utf8Size(text))],
      ...type === '' ? [] : [type],
      ...isCut ? [words.partCut] : []
    ].join(' · ')
  })), [text, words])
  return <div class='fields-view'><FieldsTable fields={fields} label={label} /></div>
}
