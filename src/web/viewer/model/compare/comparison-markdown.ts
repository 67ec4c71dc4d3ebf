// What differs between two requests as Markdown, for a ticket: a block of a difference for each part that differs, cut where it would not fit.
// In English, as all that is copied.
import { addressOf } from '../../../../exchange/address.js'
import { isPending, startMsOf } from '../../../../exchange/outcome.js'
import { statusOf } from '../../../../exchange/status.js'
import type { Entry } from '../../../../schema/entry.js'
import { codeSpan, fenced } from '../../../../snippets/markdown-code.js'
import { PARTS, textOf, type Comparison, type Part } from './comparison.js'
import { linesOf } from './markdown-lines.js'

const TITLES: Record<Part, string> = {
  query: 'Query', requestHeaders: 'Request headers', request: 'Request body', responseHeaders: 'Response headers', response: 'Response body', storage: 'Storage', pageParams: 'Page parameters'
}
/** In characters, of each part. A comment on GitHub holds 65,536, one in Jira 32,767. */
const LONGEST = 6_000
const LONGEST_LINE = 500

export function comparisonMarkdown (a: Entry, b: Entry, { parts }: Comparison, isRedacted: boolean): string {
  const { path } = addressOf(b)
  return [
    `### Difference: ${span(`${b.method} ${path}`)}`,
    [`- **−** ${summaryOf(a)}`, `- **+** ${summaryOf(b)}`, ...isRedacted ? ['- Without secrets: what differs in these does not show.'] : []].join('\n'),
    ...PARTS.flatMap(part => {
      const { lines, remark } = linesOf(textOf(a, part), textOf(b, part), parts[part])
      return lines.length === 0 && remark === '' ? [] : [`**${TITLES[part]}**${remark}${blockOf(lines)}`]
    })
  ].join('\n\n') + '\n'
}

function summaryOf (entry: Entry): string {
  const startMs = startMsOf(entry)
  const status = statusOf(entry.responseHeader)
  const outcome = isPending(entry) ? 'no response yet' : `${status ? span(`${status.code} ${status.text}`.trim()) : 'no status recorded'}, took ${entry.timeConsuming} ms`
  // Beyond this there is no date.
  const started = Math.abs(startMs) <= 8.64e15 ? `, started ${new Date(startMs).toISOString()}` : ''
  return `${span(`${entry.method} ${addressOf(entry).href ?? entry.api}`)}: ${outcome}${started}`
}

function blockOf (lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const kept: string[] = []
  let length = 0
  for (const line of lines) {
    const short = cut(line)
    length += short.length + 1
    if (length > LONGEST) break
    kept.push(short)
  }
  const remark = kept.length < lines.length ? `, cut here: the first ${kept.length} lines` : ''
  return `${remark}\n\n${fenced(kept.join('\n'), 'diff')}`
}

function span (text: string): string {
  return codeSpan(cut(text))
}

function cut (text: string): string {
  // Not between the halves of a surrogate pair.
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE).replace(/[\ud800-\udbff]$/, '')}…` : text
}
