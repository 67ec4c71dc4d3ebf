// JSON with a line for each member, laid out in its own text: nothing is printed anew.
import { useMemo } from 'preact/hooks'
import { indented } from '../../../json/indent.js'
import type { Search } from '../model/bodies/search.js'
import { TextView } from './text-view.js'

/** Deep texts grow with the square of their depth. In characters. */
const LONGEST = 10_000_000

export function PrettyView ({ text, label, search }: { text: string, label: string, search: Search }) {
  const pretty = useMemo(() => indented(text, LONGEST) ?? lineByLine(text), [text])
  return <TextView text={pretty} label={label} language='json' search={search} />
}

/** A text with a value on each line; as it is where it is none. */
function lineByLine (text: string): string {
  return text.split('\n').map(line => indented(line, LONGEST) ?? line).join('\n')
}
