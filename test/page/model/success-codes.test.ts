import { signal } from '@preact/signals'
import t from 'tap'
import type { Entry } from '../../../src/schema/entry.js'
import { readMarks, marksText } from '../../../src/web/viewer/model/list/code-marks.js'
import { SuccessCodes } from '../../../src/web/viewer/model/list/success-codes.js'
import { createPrefs } from '../../../src/web/viewer/model/prefs.js'
import { entryWith } from '../../exchange/entry.js'

const reply = (host: string, response: string): Entry =>
  entryWith({ api: `https://${host}/a`, responseHeader: 'HTTP/1.1 200 OK', timeConsuming: 5, response })

t.test('a code that the user marks counts on its host only, is saved, and can be unmarked', async t => {
  const prefs = createPrefs(undefined)
  const inLink = signal('')
  const codes = new SuccessCodes(prefs, inLink)
  const [here, there, word] = [
    reply('a.example', '{"code":10001}'), reply('b.example', '{"code":10001}'), reply('a.example', '{"code":"DECLINED"}')
  ]
  t.same([here, there, word].map(entry => codes.isError.value(entry)), [true, true, false])
  codes.turn(here)
  codes.turn(word)
  t.same([here, there, word].map(entry => codes.isError.value(entry)), [false, true, true])
  t.same([here, there, word].map(entry => codes.verdictOf(entry, 0)), ['fine', 'application-error', 'application-error'])
  t.same(codes.errorOf(word), { by: 'code', message: 'code DECLINED' })
  t.equal(inLink.value, 'a.example=10001,!a.example=DECLINED')
  t.equal(new SuccessCodes(prefs, signal('')).isError.value(here), false, 'it is saved')
  codes.turn(here)
  t.equal(codes.isError.value(here), true)
  t.equal(inLink.value, '!a.example=DECLINED')
})

t.test('a link carries the marked codes, but only those of the hosts of its session', async t => {
  const prefs = createPrefs(undefined)
  new SuccessCodes(prefs, signal('')).turn(reply('elsewhere.example', '{"code":7}'))
  const inLink = signal('a.example=10001,%,x,=,__proto__=1')
  const codes = new SuccessCodes(prefs, inLink)
  t.equal(codes.isError.value(reply('a.example', '{"code":10001}')), false)
  await Promise.resolve()
  t.equal(inLink.value, 'a.example=10001')
})

t.test('a link round-trips any host and code', async t => {
  const marks = { 'a.example:8080 1,2=3': true, ' 000000': false, 'x !%&#é😀': true }
  t.same(readMarks(marksText(marks)), marks)
  t.same(readMarks('%,x,=,!=,a=%'), {})
})
