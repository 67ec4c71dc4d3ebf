// Recorded text stays code, whatever it holds: read back by the rules of CommonMark it is what it was.
import t from 'tap'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { codeSpan, fenced } from '../../src/snippets/markdown-code.js'
import { runs } from '../support/runs.js'

const NUM_RUNS = 2000
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('`', '`', '~', '\n', '\r', ' ', 'a', '\\', '<', '#', '|', '[', '\t') }),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('```', '````', '\n```\n', '\r```\r', '~~~', '    ```', '</details>', '`'.repeat(20), 'a'), { maxLength: 8 })
    .map(all => all.join(''))
)

// §4.5: a fence is closed by a line of backticks, indented by three blanks at most, at least as long as it.
function readFenced (markdown: string): { content: string, behind: string } {
  const [opening = '', fence = ''] = /^(`{3,})[^`\n]*\n/.exec(markdown) ?? []
  const closing = new RegExp(`(?:\\r\\n|\\n|\\r)? {0,3}\`{${fence.length},}[ \\t]*(?:$|(?=[\\r\\n]))`, 'g')
  closing.lastIndex = opening.length - 1
  const found = closing.exec(markdown)
  return { content: markdown.slice(opening.length, found?.index), behind: markdown.slice((found?.index ?? 0) + (found?.[0].length ?? 0)) }
}

// §6.1: from a run of backticks to the next of the same length; a blank at both ends is taken off, unless all is blank.
function readSpan (markdown: string): { content: string, behind: string } {
  const runs = [...markdown.matchAll(/`+/g)]
  const [opening] = runs
  const closing = runs.slice(1).find(([run]) => run === opening?.[0])
  if (!opening || opening.index !== 0 || !closing) return { content: '', behind: markdown }
  const content = markdown.slice(opening[0].length, closing.index)
  const isPadded = /^ .* $/s.test(content) && !/^ +$/.test(content)
  return { content: isPadded ? content.slice(1, -1) : content, behind: markdown.slice(closing.index + closing[0].length) }
}

t.test('a fenced block ends where it should', async () => {
  // A carriage return at the end is one with the line feed before the closing fence.
  fc.assert(fc.property(text.filter(text => !text.endsWith('\r')), text => {
    assert.deepEqual(readFenced(`${fenced(text, 'json')}\nbehind`), { content: text, behind: '\nbehind' })
  }), { numRuns: runs(NUM_RUNS) })
})

t.test('a code span ends where it should, on its line', async () => {
  fc.assert(fc.property(text.filter(text => text.trim() !== ''), text => {
    const line = text.replace(/[\r\n]+/g, ' ')
    if (line.trim() !== '') assert.deepEqual(readSpan(`${codeSpan(text)} behind`), { content: line, behind: ' behind' })
  }), { numRuns: runs(NUM_RUNS) })
})

t.test('what is blank is nothing', async t => {
  for (const blank of ['', ' ', '\n', '\r\n \t']) t.equal(codeSpan(blank), '')
})
