// The bodies of a request, indented under its line, up to a limit that is said.
import { requestBodyOf, responseBodyOf, type Body } from '../exchange/body.js'
import { indented } from '../json/indent.js'
import type { Entry } from '../schema/entry.js'
import { sizeText } from '../text/size.js'
import { headOf, visible, visibleLines } from '../text/visible.js'

const MOST_LETTERS = 4000
const MOST_LINES = 40
/** To indent more than is shown is in vain. */
const LONGEST_INDENTED = 100_000

/** None where the request has no bodies. */
export function bodyLines (entry: Entry): string[] {
  return [...linesOf(requestBodyOf(entry), '>'), ...linesOf(responseBodyOf(entry), '<')]
}

function linesOf (body: Body, mark: string): string[] {
  const margin = `    ${mark} `
  if (body.text === '') return []
  if (body.base64 !== undefined) return [`${margin}(${visible(body.mediaType) || 'binary'}, ${sizeText(body.size)})`]
  const text = indented(body.text, LONGEST_INDENTED) ?? body.text
  const shown = headOf(text, MOST_LETTERS).split('\n', MOST_LINES).join('\n')
  const rest = text.length - shown.length
  return [...visibleLines(shown).map(line => margin + line), ...rest > 0 ? [`${margin}… ${rest} more characters`] : []]
}
