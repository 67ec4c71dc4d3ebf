// The differences between two requests as Markdown, for a ticket: a diff block for each part that differs, cut if it is too long. In
// English, like everything that is copied.
import { addressOf } from '../../../../exchange/address.js'
import { isPending, startMsOf } from '../../../../exchange/outcome.js'
import { statusOf } from '../../../../exchange/status.js'
import type { Entry } from '../../../../schema/entry.js'
import { codeSpan, fenced } from '../../../../snippets/markdown-code.js'
import { pathOf } from '../../../../json/path.js'
import { JsonTable } from '../../../../json/table.js'
import type { BodyDifference } from './body-difference.js'
import { PARTS, partText, type Comparison, type ComparedPart } from './comparison.js'
import { DifferenceRows } from '../../../../difference/difference-rows.js'
import type { FieldDifferences } from '../../../../difference/field-differences.js'
import type { JsonDifference } from '../../../../difference/json-difference.js'
import { counted } from '../../../../text/count.js'
import { lineAt, type LineDifference } from './line-difference.js'

const TITLES: Record<ComparedPart, string> = {
  query: 'Query',
  requestHeaders: 'Request headers',
  request: 'Request body',
  responseHeaders: 'Response headers',
  response: 'Response body',
  storage: 'Storage',
  pageParams: 'Page parameters'
}
/** The limit for each part, in characters. A comment on GitHub has room for 65,536, one in Jira for 32,767. */
const MAX_LENGTH = 6_000
const MAX_LINE_LENGTH = 500

export function comparisonMarkdown (a: Entry, b: Entry, { parts }: Comparison, isRedacted: boolean): string {
  const { path } = addressOf(b)
  return [
    `### Difference: ${span(`${b.method} ${path}`)}`,
    [
      `- **−** ${summaryOf(a)}`, `- **+** ${summaryOf(b)}`, ...isRedacted ? ['- Without secrets: differences in them are not shown.'] : []
    ].join('\n'),
    ...PARTS.flatMap(part => {
      const { lines, remark } = linesOf(partText(a, part), partText(b, part), parts[part])
      return lines.length === 0 && remark === '' ? [] : [`**${TITLES[part]}**${remark}${blockOf(lines)}`]
    })
  ].join('\n\n') + '\n'
}

function summaryOf (entry: Entry): string {
  const startMs = startMsOf(entry)
  const status = statusOf(entry.responseHeader)
  const outcome = isPending(entry)
    ? 'no response yet'
    : `${status ? span(`${status.code} ${status.text}`.trim()) : 'no status recorded'}, took ${entry.timeConsuming} ms`
  // JavaScript has no dates beyond this limit.
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
    if (length > MAX_LENGTH) break
    kept.push(short)
  }
  const remark = kept.length < lines.length ? `, cut here: the first ${kept.length} lines` : ''
  return `${remark}\n\n${fenced(kept.join('\n'), 'diff')}`
}

function span (text: string): string {
  return codeSpan(cut(text))
}

function cut (text: string): string {
  // Do not cut between the halves of a surrogate pair.
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : text
}

interface MarkdownLines {
  lines: string[]
  /** Follows the title, such as `, 12 equal`. */
  remark: string
}

/** More lines would be cut anyway. */
const MAX_DIFFERING = 1_000
/** At most this many removed or added lines in a row are written. */
const MAX_RUN = 40
const MAX_CHARACTERS = 2_000

/**
 * The lines of a difference in a Markdown diff block: `-` before, `+` now. `a`, `b`: the texts to which the positions in the difference
 * refer. No lines and no remark if nothing differs.
 */
function linesOf (a: string, b: string, difference: BodyDifference): MarkdownLines {
  switch (difference.kind) {
    case 'equal': return { lines: [], remark: '' }
    case 'fields': return difference.fields.changed === 0
      ? { lines: [], remark: '' }
      : { lines: fieldLines(difference.fields), remark: `, ${difference.fields.equalCount} equal` }
    case 'json': return jsonLines(a, b, difference.json)
    case 'lines': return { lines: textLines(a, b, difference.lines), remark: '' }
    case 'bytes': return { lines: [], remark: `: they differ at byte ${difference.at}` }
  }
}

function fieldLines ({ changes }: FieldDifferences): string[] {
  const line = (name: string, value: string) => oneLine(`${name}: ${value}`)
  return changes.flatMap(({ name, before, after }) => [
    ...before === undefined ? [] : [`-${line(name, before)}`],
    ...after === undefined ? [] : [`+${line(name, after)}`]
  ])
}

function jsonLines (a: string, b: string, difference: JsonDifference): MarkdownLines {
  const [rows, left, right] = [new DifferenceRows(difference), new JsonTable(difference.a), new JsonTable(difference.b)]
  const lineOf = (table: JsonTable, text: string, row: number) =>
    oneLine(`${pathOf(table, text, row)}: ${text.slice(table.start(row), Math.min(table.end(row), table.start(row) + MAX_CHARACTERS))}`)
  const lines: string[] = []
  for (let row = 0; row < rows.size && lines.length < MAX_DIFFERING; row++) {
    const sign = rows.sign(row)
    if (sign === 'removed' || sign === 'changed') lines.push(`-${lineOf(left, a, rows.a(row))}`)
    if (sign === 'added' || sign === 'changed') lines.push(`+${lineOf(right, b, rows.b(row))}`)
    if (rows.isMoved(row)) lines.push(` ${pathOf(left, a, rows.a(row))} is now ${pathOf(right, b, rows.b(row))}`)
  }
  return { lines, remark: lines.length === 0 ? ': equal, but written differently' : '' }
}

function textLines (a: string, b: string, { runs, a: startsA, b: startsB }: LineDifference): string[] {
  const lines: string[] = []
  let [atA, atB] = [0, 0]
  for (const { kind, count } of runs) {
    if (kind !== 'same' && lines.length === 0) lines.push(`@@ line ${atB + 1} @@`)
    else if (kind === 'same' && lines.length > 0) lines.push(`@@ line ${atB + count + 1} @@`)
    const differing = kind === 'same' ? 0 : Math.min(count, MAX_RUN, MAX_DIFFERING - lines.length)
    for (let n = 0; n < differing; n++) {
      lines.push(kind === 'removed' ? `-${lineAt(a, startsA, atA + n)}` : `+${lineAt(b, startsB, atB + n)}`)
    }
    if (kind !== 'same' && count > differing) lines.push(` … ${counted(count - differing, 'more line')} ${kind}`)
    if (kind !== 'added') atA += count
    if (kind !== 'removed') atB += count
  }
  return lines.at(-1)?.startsWith('@@') ? lines.slice(0, -1) : lines
}

function oneLine (text: string): string {
  return text.slice(0, MAX_CHARACTERS).replace(/[\r\n]+\s*/g, ' ')
}
