// Shows recorded text safely: invisible characters appear as escapes, and the direction of the recorded text does not affect the text
// around it.
import { runsOf } from '../../../text/runs.js'
import { headOf } from '../../../text/visible.js'
import './safe.css'

interface SafeProps {
  text: string
  /** Keeps line feeds and tabs. */
  lines?: boolean
  /** In characters: a text of megabytes in one element would block the page. */
  most?: number
}

const MAX_COUNT = 2_000

export function Safe ({ text, lines = false, most = MAX_COUNT }: SafeProps) {
  const runs = runsOf(headOf(text, most), lines)
  return (
    <bdi class={lines ? 'data lines' : 'data'}>
      {runs.map(({ text, isEscape }, n) => isEscape ? <span key={n} class='escape'>{text}</span> : text)}
      {text.length > most && <span class='ellipsis'>…</span>}
    </bdi>
  )
}
