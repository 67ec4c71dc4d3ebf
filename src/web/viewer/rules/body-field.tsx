// The field for a body. Text can be edited; if it is JSON, it is checked and can be formatted. Bytes and stored bodies are kept as they
// are, unless the person replaces them, or loads a stored body to edit it.
import { useMemo, useState } from 'preact/hooks'
import { base64Size } from '../../../exchange/size.js'
import { indented } from '../../../json/indent.js'
import { bodyOf } from '../../../rules/whole-rule.js'
import type { RuleBody } from '../../../schema/rule.js'
import { RULE_LIMITS } from '../../../schema/rule-limits.js'
import { sizeText } from '../../../text/size.js'
import { usePage } from '../context.js'
import { sizeOf, type BodyDraft } from '../model/rules/draft.js'
import { jsonFault, type DraftFault } from '../model/rules/read-draft.js'
import { rulesOf } from '../model/rules/rules-of.js'
import { sentenceOf } from '../kit/sentence-of.js'
import { Field, linesFor } from './field.js'

interface BodyFieldProps {
  label: string
  at: DraftFault['at']
  body: BodyDraft
  /** The id of the rule, if it is stored. */
  ruleId: string | undefined
  faults: readonly DraftFault[]
  onChange: (body: BodyDraft) => void
}

export function BodyField ({ body, onChange, ...rest }: BodyFieldProps) {
  return 'kept' in body
    ? <KeptBody kept={body.kept} bytes={sizeOf(body)} onChange={onChange} {...rest} />
    : <TextBody text={body.text} onChange={text => onChange({ text })} {...rest} />
}

interface TextBodyProps extends Pick<BodyFieldProps, 'label' | 'at' | 'faults'> {
  text: string
  onChange: (text: string) => void
}

const MIN_LINES = 5

function TextBody ({ label, at, text, faults, onChange }: TextBodyProps) {
  const size = sizeText(sizeOf({ text }))
  return (
    <Field label={label} at={at} value={text} faults={faults} rows={linesFor(text, MIN_LINES)} class='body' onInput={onChange}>
      <JsonCheck text={text} onChange={onChange} isBody>{text !== '' && size}</JsonCheck>
    </Field>
  )
}

interface JsonCheckProps {
  text: string
  onChange: (text: string) => void
  /** What is said before the result. */
  children?: string | false
  /** A body is sent even if it is not JSON. */
  isBody?: boolean
}

/** Says whether a text that looks like JSON is valid, and lays it out. */
export function JsonCheck ({ text, onChange, children, isBody = false }: JsonCheckProps) {
  const { words: { rules: words } } = usePage()
  const isJson = /^\s*[[{]/.test(text)
  const fault = useMemo(() => isJson ? jsonFault(text) : undefined, [text])
  const format = () => {
    const pretty = indented(text, 4 * RULE_LIMITS.bodyBytes)
    if (pretty !== undefined) onChange(pretty)
  }
  if (!children && !isJson) return null
  return (
    <p class='rule-check'>
      {children && <span class='dim'>{children}</span>}
      {isJson && fault === undefined && <span class='dim'>{words.validJson}</span>}
      {fault !== undefined && <span class='warn'>{isBody ? words.invalidBody(fault) : words.invalidJson(fault)}</span>}
      {isJson && fault === undefined && <button type='button' class='button framed' onClick={format}>{words.pretty}</button>}
    </p>
  )
}

interface KeptBodyProps extends Omit<BodyFieldProps, 'body'> {
  kept: RuleBody
  bytes: number
}

function KeptBody ({ label, at, kept, bytes, ruleId, faults, onChange }: KeptBodyProps) {
  const { session, words: { rules: words } } = usePage()
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const isFaulty = faults.some(fault => fault.at === at)
  const read = async (id: string, stored: string) => {
    try {
      const body = bodyOf(await rulesOf(session).bodyOf(id, stored))
      onChange('text' in body ? { text: body.text } : { kept: body })
    } catch (error) {
      setProblem(words.bodyFailed(sentenceOf(error)))
    }
  }
  const size = sizeText('base64' in kept ? base64Size(kept.base64) : bytes)
  return (
    <div class='rule-field' role='group' aria-label={label}>
      <span class='rule-label'>{label}</span>
      <p class='rule-check'>
        <span>{'entry' in kept ? words.bodyKept(size) : 'stored' in kept ? words.bodyStored(size) : words.bodyBytes(size)}</span>
        {'stored' in kept && ruleId !== undefined && (
          <button type='button' class='button framed' onClick={() => { read(ruleId, kept.stored).catch(() => {}) }}>
            {words.editBody}
          </button>
        )}
        <button type='button' class='button framed' data-faulty={isFaulty} onClick={() => onChange({ text: '' })}>
          {words.ownBody}
        </button>
      </p>
      {(isFaulty || bytes > RULE_LIMITS.bodyBytes) && <p class='failure' role='alert'>{words.faults.large}</p>}
      {problem !== undefined && <p class='failure' role='alert'>{problem}</p>}
    </div>
  )
}
