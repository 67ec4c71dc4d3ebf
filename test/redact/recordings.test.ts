// Redacts recordings of real browsers: their format stays valid, and everything that is not secret stays.
import t from 'tap'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseHar } from '../../src/har/recording.js'
import { replay } from '../../src/har/replay.js'
import { secretNames } from '../../src/redact/names.js'
import { createRedactor } from '../../src/redact/redactor.js'
import type { Push } from '../../src/schema/push.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CORPUS = join(ROOT, '../shared/corpus')
const OWN = join(ROOT, 'test/data/shop.har')
const recordings = [
  OWN, ...existsSync(CORPUS) ? readdirSync(CORPUS).filter(name => name.endsWith('.har')).map(name => join(CORPUS, name)) : []
]
const redact = createRedactor(['default'])
const isSecret = secretNames(['default'])

for (const file of recordings) {
  t.test(`in ${basename(file)}, values of listed headers are redacted, and all other lines stay`, async t => {
    let hidden = 0
    for (const { push } of replay(parseHar(readFileSync(file, 'utf8')), 'p')) {
      const redacted = redact(push as Push)
      for (const field of ['requestHeader', 'responseHeader'] as const) {
        const lines = (push[field] ?? '').split('\r\n')
        const after = (redacted[field] ?? '').split('\r\n')
        t.equal(after.length, lines.length)
        for (const [n, line] of lines.entries()) {
          const [name = ''] = line.split(': ')
          if (isSecret(name)) hidden++
          if (isSecret(name) || line !== after[n]) t.match(after[n], '[redacted]')
          else t.equal(after[n], line)
        }
      }
    }
    if (file === OWN) t.ok(hidden > 0)
  })

  t.test(`in ${basename(file)}, JSON stays valid, and scripts, pages and images do not change`, async t => {
    for (const { push } of replay(parseHar(readFileSync(file, 'utf8')), 'p')) {
      const { response = '' } = redact(push as Push)
      if (isJson(push.response ?? '')) t.ok(isJson(response))
      else t.equal(response, push.response)
    }
  })
}

function isJson (text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
