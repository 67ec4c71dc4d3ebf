// docs/settings.md: its table of settings and its list of names are those that the service uses.
import t from 'tap'
import { readFileSync } from 'node:fs'
import { DEFAULT_NAMES } from '../../src/redact/names.js'
import { SETTINGS } from '../../src/settings/settings.js'

const DOCUMENT = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')

t.test('the table has every setting, with the default, the meaning and the values that the service has for it', async t => {
  const [, rows = ''] = DOCUMENT.split('|---|---|---|---|\n')
  const wanted = Object.values(SETTINGS).map(({ name, default: initial, meaning, mustBe }) =>
    `| ${[name, initial || 'none', meaning, mustBe].join(' | ').replaceAll('*', '\\*')} |`)
  t.equal(rows.slice(0, rows.indexOf('\n\n')), wanted.join('\n'))
})

t.test('the names of secrets are those that `default` stands for', async t => {
  const [, list = ''] = DOCUMENT.split('## The usual names of secrets\n')
  t.same(list.match(/(?<=`)[^`,\s]+(?=`)/g), DEFAULT_NAMES)
})
