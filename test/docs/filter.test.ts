// The table in docs/filter.md lists all keys of the filter language, and the examples in this document are valid.
import t from 'tap'
import { readFileSync } from 'node:fs'
import { KEY_GUIDE } from '../../src/filter/key-guide.js'
import { KEYS } from '../../src/filter/keys.js'
import { parse } from '../../src/filter/parse.js'
import { termsOf } from '../../src/filter/query.js'

const PAGE = readFileSync(new URL('../../docs/filter.md', import.meta.url), 'utf8')

t.test('the page lists every key, with its meaning and its values', async t => {
  const code = (text: string) => `\`${text}\``
  const wanted = KEYS.map(({ name, aliases }) => {
    const { meaning, values } = KEY_GUIDE[name]
    const cells = [
      [name, ...aliases].map(one => code(`${one}:`)).join(', '), meaning.replaceAll('*', '\\*'), values.split(', ').map(code).join(', ')
    ]
    return `| ${cells.join(' | ')} |`
  })
  const [, rows = ''] = PAGE.split('|---|---|---|\n')
  t.equal(rows.split('\n\n')[0]!.trim(), wanted.join('\n'))
})

t.test('the examples use existing keys', async t => {
  const [, examples = ''] = PAGE.split('```text\n')
  const lines = examples.slice(0, examples.indexOf('```')).trim().split('\n').map(line => line.split(/ {3,}/)[0]!)
  t.ok(lines.length > 5)
  for (const line of lines) t.same(termsOf(parse(line)).filter(term => term.type === 'text' && term.value.text.includes(':')), [], line)
})
