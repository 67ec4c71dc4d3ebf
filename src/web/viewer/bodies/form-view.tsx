// A form of names and values, decoded; as it was sent it is in its text.
import { useMemo } from 'preact/hooks'
import { queryOf } from '../../../exchange/address.js'
import { FieldsTable } from './fields-table.js'

export function FormView ({ text, label }: { text: string, label: string }) {
  const fields = useMemo(() => queryOf(text.trim()), [text])
  return <div class='fields-view'><FieldsTable fields={fields} label={label} /></div>
}
