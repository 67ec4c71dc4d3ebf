// The table of settings in docs/settings.md is the one that the service reads them by.
import t from 'tap'
import { readFileSync } from 'node:fs'
import { SETTINGS } from '../../src/settings/settings.js'

const DOCUMENT = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')

t.test('the table has every setting, with the default, the meaning and the values that the service has for it', async t => {
  const [, rows = ''] = DOCUMENT.split('|---|---|---|---|\n')
  const wanted = Object.values(SETTINGS).map(({ name, default: initial, meaning, mustBe }) =>
    `| ${[name, initial || 'none', meaning, mustBe].join(' | ').replaceAll('*', '\\*')} |`)
  t.equal(rows.slice(0, rows.indexOf('\n\n')), wanted.join('\n'))
})
