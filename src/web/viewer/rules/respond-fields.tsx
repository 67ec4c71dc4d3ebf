// The fields of the action `respond`: the response with which a rule answers.
import { STATUS_CODES } from '../model/rules/status-codes.js'
import { usePage } from '../context.js'
import { BodyField } from './body-field.js'
import { Field, linesFor, type FieldsProps } from './field.js'

export function RespondFields ({ draft, change, faults }: FieldsProps) {
  const { words: { rules: words } } = usePage()
  const { respond, id } = draft
  const set = (part: Partial<typeof respond>) => change({ respond: { ...respond, ...part } })
  // The reason follows the status until a person writes one.
  const setStatus = (status: string) => {
    const isUsual = respond.statusText === '' || respond.statusText === STATUS_CODES[respond.status]
    set({ status, ...isUsual && { statusText: STATUS_CODES[status] ?? '' } })
  }
  return (
    <>
      <div class='rule-line'>
        <Field
          label={words.status} at='status' value={respond.status} faults={faults} class='status' isNumber isFirst list='rule-statuses'
          onInput={setStatus}
        />
        <datalist id='rule-statuses'>
          {Object.entries(STATUS_CODES).map(([code, text]) => <option key={code} value={code}>{text}</option>)}
        </datalist>
        <Field
          label={words.statusText} at='statusText' value={respond.statusText} faults={faults} onInput={statusText => set({ statusText })}
        />
        <Field
          label={words.wait} at='wait' value={respond.wait} faults={faults} placeholder={words.waitHint} class='wait'
          onInput={wait => set({ wait })}
        />
      </div>
      <BodyField label={words.body} at='body' body={respond.body} ruleId={id} faults={faults} onChange={body => set({ body })} />
      <Field
        label={words.headers} at='headers' value={respond.headers} faults={faults} rows={linesFor(respond.headers, 2)}
        onInput={headers => set({ headers })}
      />
    </>
  )
}
