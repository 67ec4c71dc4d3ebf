// The README's table of settings is the one that the service reads them by.
import t from 'tap'
import { readFileSync } from 'node:fs'
import { SETTINGS } from '../../src/settings/settings.js'

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

t.test('the README has every setting, with the default, the meaning and the values that the service has for it', async t => {
  const [, section = ''] = README.split('\n## Settings\n')
  const [, rows = ''] = section.split('|---|---|---|---|\n')
  const wanted = Object.values(SETTINGS).map(({ name, default: initial, meaning, mustBe }) =>
    `| ${[name, initial || 'none', meaning, mustBe].join(' | ').replaceAll('*', '\\*')} |`)
  t.equal(rows.slice(0, rows.indexOf('\n\n')), wanted.join('\n'))
})
