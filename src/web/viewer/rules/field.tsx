// A field of the form, with its label, and with its fault if it has one.
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { usePage } from '../context.js'
import type { RuleDraft } from '../model/rules/draft.js'
import type { DraftFault } from '../model/rules/read-draft.js'

/** The parts of the form get the draft, change it by parts, and show the faults of their fields. */
export interface FieldsProps {
  draft: RuleDraft
  change: (part: Partial<RuleDraft>) => void
  faults: readonly DraftFault[]
}

interface FieldProps {
  label: string
  value: string
  onInput: (value: string) => void
  /** The names of the fields whose faults are shown here. */
  at: DraftFault['at']
  faults: readonly DraftFault[]
  placeholder?: string
  /** A text area with so many lines; undefined: one line. */
  rows?: number
  class?: string
  isNumber?: boolean
  isWords?: boolean
  isFirst?: boolean
  list?: string
  children?: ComponentChildren
}

export function Field ({
  label, value, onInput, at, faults, placeholder, rows, class: look = '', isNumber = false, isWords = false, isFirst = false, list, children
}: FieldProps) {
  const { words: { rules: words } } = usePage()
  const id = useId()
  const fault = faults.find(fault => fault.at === at)
  const input = useRef<HTMLInputElement>(null)
  // A dialog that opens gives the focus to it by itself; one that is open does not.
  useEffect(() => { if (isFirst) input.current?.focus() }, [])
  const shared = {
    class: isWords ? 'field' : 'field mono',
    value,
    spellcheck: false,
    autocomplete: 'off',
    placeholder: placeholder ?? '',
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
    ...fault && { 'aria-invalid': true, 'aria-describedby': id }
  } as const
  return (
    <div class={`rule-field ${look}`}>
      <label>
        <span>{label}</span>
        {rows === undefined
          ? (
            <input
              {...shared} type='text' inputMode={isNumber ? 'numeric' : undefined} list={list}
              ref={input} autofocus={isFirst} onFocus={event => { if (isFirst) event.currentTarget.select() }}
            />
            )
          : <textarea {...shared} rows={rows} wrap={value.includes('\n') ? 'off' : 'soft'} />}
      </label>
      {children}
      {fault && (
        <p id={id} class='failure' role='alert'>
          {fault.line === undefined ? words.faults[fault.what] : words.faultAtLine(fault.line, words.faults[fault.what])}
        </p>
      )}
    </div>
  )
}

const MAX_LINES = 12

export function linesFor (text: string, least: number): number {
  return Math.min(MAX_LINES, Math.max(least, text.slice(0, 5_000).split('\n').length))
}
