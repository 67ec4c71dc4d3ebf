// Reads the calls from the stack traces of all JavaScript engines, and masks secrets in the addresses of the calls. Also tests the share of
// requests whose calls are recorded.
import t from 'tap'
import fc from 'fast-check'
import { callReader, hasPlace, shortened } from '../../../../src/web/capture/core/initiator-calls.js'
import { MAX_PER_SECOND, recordInitiators, shareOf } from '../../../../src/web/capture/core/initiators.js'
import { maskerOf } from '../../../../src/web/capture/core/mask.js'
import { runs } from '../../../support/runs.js'
import { startUnconnected, wireTo } from './node-host.js'

const read = callReader(maskerOf())
const told = (...lines: string[]) => read(lines.join('\n'))?.map(({ function: name = '', url, line, column }) => `${name} ${url} ${line} ${column}`)

t.test('reads the lines of each engine', async t => {
  t.same(told(
    'Error', '    at load (https://a.test/b.js?v=1:2:3)', '    at https://a.test/b.js:4:5', '    at async main (file:///c/d.mjs:6:7)',
    '    at async https://a.test/b.js:8:9', '    at new Promise (<anonymous>)', '    at Object.get [as x] (/c/d e.js:10:11)'
  ), ['load https://a.test/b.js?v=1 2 3', ' https://a.test/b.js 4 5', 'async main file:///c/d.mjs 6 7', ' https://a.test/b.js 8 9',
    'Object.get [as x] /c/d e.js 10 11'])
  t.same(told('    at eval (eval at run (https://a.test/b.js:2:3), <anonymous>:1:1)'), ['eval https://a.test/b.js 2 3'])
  t.same(told('load@https://a.test/@scope/b.js:2:3', '@https://a.test/b.js:4:5', 'forEach@[native code]', 'async*main@https://a.test/b.js:6:7',
    '@https://a.test/b.js line 8 > eval:1:1'
  ), ['load https://a.test/@scope/b.js 2 3', ' https://a.test/b.js 4 5', 'async*main https://a.test/b.js 6 7', ' https://a.test/b.js 8 1'])
  t.same(told('    at load (address at index.android.bundle:1:2345)', '    at apply (native)', '    at anonymous (/a/main.jsbundle:3:4)'),
    ['load index.android.bundle 1 2345', 'anonymous /a/main.jsbundle 3 4'], 'of Hermes, with bytecode and without')
  t.equal(read('no stack\n    at <anonymous>\n    at x (https://a.test/:0:0)'), undefined)
})

t.test('masks secrets, and leaves out the code of data: addresses', async t => {
  t.same(told('    at f (https://user:s3cret@a.test/b.js?token=s3cret:2:3)'), ['f https://user:[masked]@a.test/b.js?token=[masked] 2 3'])
  const code = 'data:text/javascript,function f () { login("s3cret") }'
  t.same(told(`    at ${code}:1:2`, `    at f (${code}:3:4)`, `f@${code}:5:6`),
    [' data:text/javascript 1 2', 'f data:text/javascript 3 4', 'f data:text/javascript 5 6'])
  for (const line of [`    at ${code}${'x'.repeat(2000)}:1:2`, `    at f (https://a.test/?${'a'.repeat(2000)}&token=s3cret:1:2)`]) {
    t.ok(shortened(line).length < 1200)
    t.notMatch(told(shortened(line)), /s3cret/)
  }
})

t.test('any text is read without an error, and within the limits', async () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('    at ', ' (', ':1:2', ')', '@', 'https://a.test/', 'data:,', 'eval at ', '\n', ' line 1 > ', 'x'.repeat(3000)))
  fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
    const lines = pieces.join('').split('\n').map(shortened).filter(hasPlace)
    const calls = read(lines.join('\n')) ?? []
    return calls.length <= 10 && JSON.stringify(calls).length < 20_000 &&
      calls.every(({ function: name = 'f', url, line, column }) => name.length <= 100 && url.length > 0 && url.length <= 500 && line > 0 && column > 0)
  }), { numRuns: runs(500) })
})

t.test('an attribute, an option or a variable says which part of the requests', async t => {
  t.same(['', 'all', 'on', 'true', true, '1', 1, 7].map(shareOf), Array.from({ length: 8 }, () => 1))
  t.same(['0.25', 0.25].map(shareOf), [0.25, 0.25])
  t.same([undefined, false, 'off', 'false', '0', 0, -1, 'often', NaN].map(shareOf), Array.from({ length: 9 }, () => 0))
})

t.test('at most 100 requests in a second have it, whatever an app asks for', async t => {
  const wire = wireTo('http://localhost', 'none')
  for (const [option, most] of [['all', MAX_PER_SECOND], ['0.5', 75]] as const) {
    const { recorder } = startUnconnected(t, wire, { session: 'none' })
    let [nowMs, reads] = [5, 0]
    recordInitiators(recorder, option, { read: () => `at ${reads++}`, now: () => nowMs })
    const readsOf = (requests: number) => {
      reads = 0
      for (let n = 0; n < requests; n++) recorder.begin({ method: 'GET', api: 'http://app.test/', requestHeader: '' })
      return reads
    }
    const first = readsOf(110)
    t.ok(first > most / 3 && first <= most, `${first} of 110`)
    t.equal(first + readsOf(1000), MAX_PER_SECOND)
    t.equal(readsOf(300), 0, 'the second is used up')
    nowMs += 999
    t.equal(readsOf(10), 0)
    nowMs++
    t.equal(readsOf(1000), MAX_PER_SECOND, 'in the next second')
  }
})
