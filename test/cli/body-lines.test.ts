// The bodies of a request, as `watch --bodies` prints them.
import t from 'tap'
import { bodyLines } from '../../src/cli/body-lines.js'
import type { Entry } from '../../src/schema/entry.js'

const of = (response: string) => ({ request: '', requestHeader: '', response, responseHeader: '' }) as Entry

t.test('bodies contain no control characters for the terminal, and long ones say how much is not shown', async t => {
  t.same(bodyLines(of('a\tb\x1b[2J\r\nc\u202ed')), ['    < a  b\\u001b[2J', '    < c\\u202ed'])
  t.same(bodyLines(of('data:image/\u202egnp;base64,AAAA')), ['    < (image/\\u202egnp, 3 B)'])
  t.equal(bodyLines(of('\t\u202e'.repeat(3000))).at(-1), '    … 2,000 more characters'.replace('…', '< …'))
  t.equal(bodyLines(of('\r\n'.repeat(100))).at(-1), `    < … ${200 - 40 - 39} more characters`)
})
