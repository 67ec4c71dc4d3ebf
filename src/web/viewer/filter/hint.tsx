// A hint below the filter about likely mistakes: an unknown key, a bracket that never closes. The page accepts every text as a filter, so
// only this hint reports such mistakes, and suggests what may have been meant. It is loaded with the first filter, and hidden while the
// person types.
import { useEffect, useState } from 'preact/hooks'
import { faultsOf, type FilterFault } from '../../../filter/faults.js'
import { visibleHead } from '../../../text/visible.js'
import { usePage } from '../context.js'
import './hint.css'

/** No hint about a word that the person is still typing. */
const CALM_MS = 700

export function FilterHint () {
  const { view, words: { filterHint: words } } = usePage()
  const text = view.filter.value
  const [calm, setCalm] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), CALM_MS)
    return () => clearTimeout(timer)
  }, [text])
  // A key without a value is not reported here: the person may still type the value.
  const fault = calm === text ? faultsOf(text).find(({ kind }) => kind !== 'empty') : undefined
  if (!fault) return null
  const better = betterPart(fault)
  const whole = corrected(text, fault, better)
  return (
    <p class='filter-hint' role='status'>
      <span>{sentenceOf(fault, words)}</span>
      <button type='button' class='button framed' onClick={() => { view.filter.value = whole }}>
        {words.use} <span class='data mono'>{visibleHead(better || whole)}</span>
      </button>
    </p>
  )
}

function sentenceOf (fault: FilterFault, words: ReturnType<typeof usePage>['words']['filterHint']): string {
  const part = visibleHead(fault.part)
  switch (fault.kind) {
    case 'key': return words.key(part.slice(0, part.indexOf(':')), fault.meant)
    case 'value': return words.value(fault.key ?? '', part.slice(part.indexOf(':') + 1))
    case 'quote': return words.quote(part)
    case 'expression': return words.expression(part)
    case 'foreign': return words.foreign(part)
    default: return words.bracket(part)
  }
}

// `-` belongs directly before the term that it excludes.
function corrected (text: string, { part, at, kind }: FilterFault, better: string): string {
  const rest = text.slice(at + part.length)
  return text.slice(0, at) + better + (kind === 'foreign' && better === '-' ? rest.trimStart() : rest)
}

/** The corrected part if the meaning can be guessed; otherwise the part in quotes, because it is searched for as text. */
function betterPart ({ kind, part, key, meant }: FilterFault): string {
  if (kind === 'foreign') return meant ?? ''
  if (kind === 'key' && meant !== undefined) return meant + part.slice(part.indexOf(':'))
  if (kind === 'value' && meant !== undefined && !part.includes(',')) return `${key}:${meant}`
  return `"${(kind === 'quote' ? part.replaceAll('"', '') : part).replace(/["\\]/g, '\\$&')}"`
}
