// Any recorded text stays code in Markdown: a parser that follows CommonMark gets the original text back.
import t from 'tap'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { codeSpan, fenced } from '../../src/snippets/markdown-code.js'
import { anyCharacter } from '../support/any-character.js'
import { runs } from '../support/runs.js'

const NUM_RUNS = 2000
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('`', '`', '~', '\n', '\r', ' ', 'a', '\\', '<', '#', '|', '[', '\t') }),
  fc.string({ unit: anyCharacter }),
  fc.array(fc.constantFrom('```', '````', '\n```\n', '\r```\r', '~~~', '    ```', '</details>', '`'.repeat(20), 'a'), { maxLength: 8 })
    .map(all => all.join(''))
)

// §4.5: a closing fence is a line of backticks, indented by at most three blanks, and at least as long as the opening one.
function readFenced (markdown: string): { content: string, behind: string } {
  const [opening = '', fence = ''] = /^(`{3,})[^`\n]*\n/.exec(markdown) ?? []
  const closing = new RegExp(`(?:\\r\\n|\\n|\\r)? {0,3}\`{${fence.length},}[ \\t]*(?:$|(?=[\\r\\n]))`, 'g')
  closing.lastIndex = opening.length - 1
  const found = closing.exec(markdown)
  return { content: markdown.slice(opening.length, found?.index), behind: markdown.slice((found?.index ?? 0) + (found?.[0].length ?? 0)) }
}

// §6.1: a span ends at the next run of as many backticks; one blank is removed at both ends, unless everything is blank.
function readSpan (markdown: string): { content: string, behind: string } {
  const runs = [...markdown.matchAll(/`+/g)]
  const [opening] = runs
  const closing = runs.slice(1).find(([run]) => run === opening?.[0])
  if (!opening || opening.index !== 0 || !closing) return { content: '', behind: markdown }
  const content = markdown.slice(opening[0].length, closing.index)
  const isPadded = /^ .* $/s.test(content) && !/^ +$/.test(content)
  return { content: isPadded ? content.slice(1, -1) : content, behind: markdown.slice(closing.index + closing[0].length) }
}

t.test('a fenced block ends at its closing fence', async () => {
  // A carriage return at the end would merge with the line feed before the closing fence.
  fc.assert(fc.property(text.filter(text => !text.endsWith('\r')), text => {
    assert.deepEqual(readFenced(`${fenced(text, 'json')}\nbehind`), { content: text, behind: '\nbehind' })
  }), { numRuns: runs(NUM_RUNS) })
})

t.test('a code span ends at its closing backticks, on the same line', async () => {
  fc.assert(fc.property(text.filter(text => text.trim() !== ''), text => {
    const line = text.replace(/[\r\n]+/g, ' ')
    if (line.trim() !== '') assert.deepEqual(readSpan(`${codeSpan(text)} behind`), { content: line, behind: ' behind' })
  }), { numRuns: runs(NUM_RUNS) })
})

t.test('a blank text gives no code span', async t => {
  for (const blank of ['', ' ', '\n', '\r\n \t']) t.equal(codeSpan(blank), '')
})
