// No entry makes a format throw, or makes it take more than linear time. Each text is so long that quadratic time would mean minutes for
// each format.
import t from 'tap'
import fc from 'fast-check'
import { FORMATS } from '../../src/snippets/formats.js'
import { cmd } from '../../src/snippets/cmd.js'
import { sendable } from '../../src/snippets/sendable.js'
import { anyText, plainRequest } from './requests.js'
import { entry } from './entry.js'
import { runs } from '../support/runs.js'

const LENGTH = 40_000
const PIECES = [
  'a', ' ', '\t', '\n', '\r\n', '\\', '"', "'", '`', '%', '^', '$', '/', '/.', '/../', '@', ':', ';', '=', ',', '{', '[', '[1,', '{"a":',
  '\0', '\x01', '\x85', 'é', '茶', '\ud800', '👩', '\u2019', '\ufeff',
  'a: b\n', 'Cookie: a=1\n', 'Cookie: a=1; ', 'a=1; ', '` `` ', '%C3', '%%', '&token=a', '-_', 'a:', ':a\n', '\\"', "'\\''", '\\\n'
]

t.test('random entries are copied or refused', async () => {
  const text = anyText()
  const times = fc.oneof(fc.double(), fc.constantFrom(0, 1, 1795250000000))
  fc.assert(fc.property(fc.record({
    api: fc.oneof(text, text.map(path => `https://a/${path}`), text.map(host => `http://${host}/`)),
    method: fc.oneof(text, fc.constantFrom('GET', 'POST')),
    requestHeader: text,
    responseHeader: text,
    request: text,
    response: text,
    note: text,
    source: text,
    timeConsuming: times,
    timestamp: times
  }), given => {
    for (const { copy } of FORMATS) {
      for (const secrets of ['keep', 'redact'] as const) {
        const snippet = copy(entry(given), { secrets })
        if (('refused' in snippet ? snippet.refused : snippet.text) === '') throw new Error('nothing')
      }
    }
  }), { numRuns: runs(1000) })
})

for (const field of ['api', 'method', 'requestHeader', 'request', 'responseHeader', 'response'] as const) {
  t.test(`a long hostile ${field} is copied or refused quickly`, async t => {
    for (const piece of PIECES) {
      const prefix = field === 'api' ? 'https://a/' : field === 'requestHeader' ? 'a: ' : ''
      for (const { copy } of FORMATS) copy(entry({ [field]: prefix + piece.repeat(LENGTH / piece.length) }))
    }
    t.pass()
  })
}

t.test('many headers, or many backslashes, are copied or refused quickly', async t => {
  const names = Array.from({ length: 10_000 }, (_, n) => `h${n}: ${n}`).join('\n')
  for (const { copy } of FORMATS) copy(entry({ requestHeader: names }))
  const slashes = sendable(plainRequest({ body: `${'\\'.repeat(LENGTH)}a` }))
  t.match('refused' in slashes ? slashes : cmd(slashes), { refused: /longer/ })
})
