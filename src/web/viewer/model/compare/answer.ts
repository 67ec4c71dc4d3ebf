// What is compared (the question), and the result (the answer). Usually, a worker computes the answer, so that the page stays responsive.
import { redactEntry } from '../../../../redact/entry-redactor.js'
import type { Entry } from '../../../../schema/entry.js'
import { comparisonMarkdown } from './comparison-markdown.js'
import { compareEntries, type Comparison } from './comparison.js'

export interface CompareQuestion {
  a: Entry
  b: Entry
  /** `markdown`: with secrets redacted. */
  want: 'comparison' | 'markdown' | 'markdown with secrets'
}

export type CompareAnswer = { comparison: Comparison } | { markdown: string }

export function answerTo ({ a, b, want }: CompareQuestion): CompareAnswer {
  if (want === 'comparison') return { comparison: compareEntries(a, b) }
  const isRedacted = want === 'markdown'
  const [left, right] = isRedacted ? [redactEntry(a), redactEntry(b)] : [a, b]
  return { markdown: comparisonMarkdown(left, right, compareEntries(left, right), isRedacted) }
}

/** The buffers of an answer that a worker can transfer. */
export function buffersOf (answer: CompareAnswer): ArrayBufferLike[] {
  if (!('comparison' in answer)) return []
  return Object.values(answer.comparison.parts).flatMap(part => {
    if (part.kind === 'json') return [part.json.a.words.buffer, part.json.b.words.buffer, part.json.rows.buffer]
    return part.kind === 'lines' ? [part.lines.a.buffer, part.lines.b.buffer] : []
  })
}
