// Recorded text on the page, safe to look at: what cannot be seen is shown as an escape, and its direction stays its own.
import { runsOf } from '../../../text/runs.js'
import { headOf } from '../../../text/visible.js'
import './safe.css'

interface SafeProps {
  text: string
  /** Line feeds and tabs stay. */
  lines?: boolean
  /** In characters: a text of a megabyte in one element would hold the page up. */
  most?: number
}

const MOST = 2_000

export function Safe ({ text, lines = false, most = MOST }: SafeProps) {
  const runs = runsOf(headOf(text, most), lines)
  return (
    <bdi class={lines ? 'data lines' : 'data'}>
      {runs.map(({ text, isEscape }, n) => isEscape ? <span key={n} class='escape'>{text}</span> : text)}
      {text.length > most && <span class='ellipsis'>…</span>}
    </bdi>
  )
}
