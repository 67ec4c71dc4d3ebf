// The bodies of a request, indented under its line. A long body is cut, and a last line reports how much is missing.
import { requestBodyOf, responseBodyOf, type Body } from '../exchange/body.js'
import { indented } from '../json/indent.js'
import type { Entry } from '../schema/entry.js'
import { counted } from '../text/count.js'
import { sizeText } from '../text/size.js'
import { headOf, visible, visibleLines } from '../text/visible.js'

const MAX_CHARACTERS = 4000
const MAX_LINES = 40
/** A longer body is shown without indentation; only its beginning is visible anyway. */
const MAX_INDENTED_LENGTH = 100_000

/** Empty if the request has no bodies. */
export function bodyLines (entry: Entry): string[] {
  return [...linesOf(requestBodyOf(entry), '>'), ...linesOf(responseBodyOf(entry), '<')]
}

function linesOf (body: Body, mark: string): string[] {
  const margin = `    ${mark} `
  if (body.text === '') return []
  if (body.base64 !== undefined) return [`${margin}(${visible(body.mediaType) || 'binary'}, ${sizeText(body.size)})`]
  const text = indented(body.text, MAX_INDENTED_LENGTH) ?? body.text
  const shown = headOf(text, MAX_CHARACTERS).split('\n', MAX_LINES).join('\n')
  const rest = text.length - shown.length
  return [...visibleLines(shown).map(line => margin + line), ...rest > 0 ? [`${margin}… ${counted(rest, 'more character')}`] : []]
}
