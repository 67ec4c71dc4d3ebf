// The signs of a row whose request was asked more than once, or is one of many alike.
import type { Held } from '../../../exchange/held.js'
import type { Words } from '../words/words.js'
import type { LiveRepeats } from '../model/live-repeats.js'

const TWICE = 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3'
const MANY = 'M2.5 8h2.5M5 8l4-4.5h4.5M5 8h8.5M5 8l4 4.5h4.5'

/** No component of its own, as all of a row. */
export function repeatSigns (entry: Held, repeats: LiveRepeats, { list: words }: Words) {
  const [isDuplicate, isNPlusOne] = [repeats.isDuplicate(entry), repeats.isNPlusOne(entry)]
  if (!isDuplicate && !isNPlusOne) return undefined
  return (
    <>
      {isDuplicate && <Sign path={TWICE} text={words.duplicateHint} />}
      {isNPlusOne && <Sign path={MANY} text={words.nPlusOneHint} />}
    </>
  )
}

/** For those who hear the row; empty where it is neither. */
export function repeatText (entry: Held, repeats: LiveRepeats, { list: words }: Words): string {
  return `${repeats.isDuplicate(entry) ? `, ${words.duplicate}` : ''}${repeats.isNPlusOne(entry) ? `, ${words.nPlusOne}` : ''}`
}

function Sign ({ path, text }: { path: string, text: string }) {
  return (
    <span class='repeat-sign' role='img' aria-label={text} title={text}>
      <svg viewBox='0 0 16 16' aria-hidden='true'><path fill='none' stroke='currentColor' stroke-width='1.5' stroke-linejoin='round' d={path} /></svg>
    </span>
  )
}
