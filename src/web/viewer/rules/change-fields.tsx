// The fields of the action `change`: changes of a request, and of its response.
import type { ComponentChildren } from 'preact'
import { usePage } from '../context.js'
import { BODY_CHANGES, type ChangeDraft } from '../model/rules/draft.js'
import { BodyField, JsonCheck } from './body-field.js'
import { Field, linesFor, type FieldsProps } from './field.js'

export function ChangeFields ({ draft, change, faults }: FieldsProps) {
  const { words: { rules: words } } = usePage()
  const value = draft.change
  const set = (part: Partial<ChangeDraft>) => change({ change: { ...value, ...part } })
  const props = { value, set, faults, ruleId: draft.id }
  const isRequest = value.origin + value.from + value.requestHeaders + value.requestWithout !== '' || value.requestBody !== undefined
  const nothing = faults.some(({ what }) => what === 'nothing')
  return (
    <>
      <Part title={words.ofResponse} isOpen><ResponseFields {...props} /></Part>
      <Part title={words.ofRequest} isOpen={isRequest}><RequestFields {...props} /></Part>
      {nothing && <p class='failure' role='alert'>{words.faults.nothing}</p>}
    </>
  )
}

function Part ({ title, isOpen, children }: { title: string, isOpen: boolean, children: ComponentChildren }) {
  return <details class='rule-part' open={isOpen}><summary><h3>{title}</h3></summary>{children}</details>
}

interface PartProps {
  value: ChangeDraft
  set: (part: Partial<ChangeDraft>) => void
  faults: FieldsProps['faults']
  ruleId: string | undefined
}

function ResponseFields ({ value, set, faults, ruleId }: PartProps) {
  const { words: { rules: words } } = usePage()
  return (
    <>
      <label class='rule-field'>
        <span class='rule-label'>{words.ofBody}</span>
        <select
          class='field' aria-label={words.ofBody} value={value.how}
          onChange={({ currentTarget }) => { set({ how: BODY_CHANGES.find(how => how === currentTarget.value) ?? 'keep' }) }}
        >
          {BODY_CHANGES.map(how => <option key={how} value={how}>{words.bodyChanges[how]}</option>)}
        </select>
      </label>
      {value.how === 'replace' && (
        <BodyField label={words.body} at='body' body={value.body} ruleId={ruleId} faults={faults} onChange={body => set({ body })} />
      )}
      {value.how === 'merge' && (
        <Field
          label={words.merge} at='merge' value={value.merge} faults={faults} rows={linesFor(value.merge, 4)} class='body'
          placeholder='{"total": 0, "coupon": null}' onInput={merge => set({ merge })}
        >
          <JsonCheck text={value.merge} onChange={merge => set({ merge })} />
        </Field>
      )}
      {value.how === 'patch' && (
        <Field
          label={words.patch} at='patch' value={value.patch} faults={faults} rows={linesFor(value.patch, 4)} class='body'
          placeholder='[{"op": "replace", "path": "/items/0/stock", "value": 0}]' onInput={patch => set({ patch })}
        >
          <JsonCheck text={value.patch} onChange={patch => set({ patch })} />
        </Field>
      )}
      <div class='rule-line'>
        <Field
          label={words.status} at='status' value={value.status} faults={faults} class='status' isNumber placeholder={words.unchanged}
          onInput={status => set({ status })}
        />
        <Field
          label={words.statusText} at='statusText' value={value.statusText} faults={faults} onInput={statusText => set({ statusText })}
        />
      </div>
      <Field
        label={words.setHeaders} at='headers' value={value.headers} faults={faults} rows={linesFor(value.headers, 2)}
        onInput={headers => set({ headers })}
      />
      <Field
        label={words.withoutHeaders} at='without' value={value.without} faults={faults} placeholder='etag, cache-control'
        onInput={without => set({ without })}
      />
    </>
  )
}

function RequestFields ({ value, set, faults, ruleId }: PartProps) {
  const { words: { rules: words } } = usePage()
  return (
    <>
      <Field
        label={words.origin} at='origin' value={value.origin} faults={faults} placeholder='https://staging.example.com'
        onInput={origin => set({ origin })}
      />
      <div class='rule-line'>
        <Field label={words.from} at='from' value={value.from} faults={faults} placeholder='/v1' onInput={from => set({ from })} />
        <Field label={words.to} at='nothing' value={value.to} faults={[]} placeholder='/v2' onInput={to => set({ to })} />
      </div>
      <Field
        label={words.setHeaders} at='requestHeaders' value={value.requestHeaders} faults={faults} rows={linesFor(value.requestHeaders, 2)}
        onInput={requestHeaders => set({ requestHeaders })}
      />
      <Field
        label={words.withoutHeaders} at='requestWithout' value={value.requestWithout} faults={faults} placeholder='x-cache'
        onInput={requestWithout => set({ requestWithout })}
      />
      <label class='rule-check'>
        <input
          type='checkbox' checked={value.requestBody !== undefined}
          onChange={event => set({ requestBody: event.currentTarget.checked ? { text: '' } : undefined })}
        />
        {words.replaceRequestBody}
      </label>
      {value.requestBody && (
        <BodyField
          label={words.body} at='requestBody' body={value.requestBody} ruleId={ruleId} faults={faults}
          onChange={requestBody => set({ requestBody })}
        />
      )}
    </>
  )
}
