// Makes texts safe to display.
import t from 'tap'
import fc from 'fast-check'
import { runsOf } from '../../src/text/runs.js'
import { headOf, tailOf, visible, visibleHead, visibleLines } from '../../src/text/visible.js'
import { anyCharacter } from '../support/any-character.js'

t.test('escapes invisible characters', async t => {
  t.equal(visible('a\u202eb\u200bc\u0000d\ud800e\ufefff\u{e0041}'), 'a\\u202eb\\u200bc\\u0000d\\ud800e\\ufefff\\u{e0041}')
  const allUnseen = '\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u2066\u2069\ufeff\u00ad\u034f\u115f\u1160\u180e\u2060\u2800\u3164\uffa0' +
    '\ufff9\x1b\x7f\x9b'
  for (const unseen of allUnseen) {
    t.equal(visible(`a${unseen}b`), `a\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}b`)
  }
  t.equal(visible('a\nb\tc\r'), 'a\\nb\\tc\\r')
  t.same(runsOf('a\u200b\u200bb', false),
    [{ text: 'a', isEscape: false }, { text: '\\u200b\\u200b', isEscape: true }, { text: 'b', isEscape: false }])
  t.same(runsOf('a\nb\tc\r', true).map(({ text }) => text), ['a\nb\tc', '\\r'])
})

t.test('keeps lines with any line ending, and expands tabs to two columns', async t => {
  t.same(visibleLines('a\tb\r\nc\x1bd\ne\rf'), ['a  b', 'c\\u001bd', 'e\\rf'])
})

t.test('keeps visible characters', async t => {
  for (const text of ['', 'plain ~', '中文 😀 é', '❤️ ✌🏽 1️⃣', 'e\u0301', 'עברית العربية']) t.equal(visible(text), text)
})

t.test('escapes variation selectors that do not belong to a character', async t => {
  t.equal(visible('a\ufe00\ufe01b'), 'a\\ufe00\\ufe01b')
  t.equal(visible('\u200b\ufe0f'), '\\u200b\\ufe0f')
  t.equal(visible('a\u{e0100}'), 'a\\u{e0100}')
})

t.test('no invisible character remains, and everything else is kept', async t => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), text => {
    t.notMatch(visible(text), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    t.equal(runsOf(text, true).filter(run => !run.isEscape).map(run => run.text).join('').replace(/\p{DI}/gu, ''),
      text.replace(/(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]/gu, ''))
    t.equal(runsOf(text, false).map(run => run.text).join(''), visible(text))
  }))
})

t.test('a cut never splits a surrogate pair', async t => {
  t.equal(headOf('ab😀', 3), 'ab')
  t.equal(headOf('ab', 3), 'ab')
  t.equal(tailOf('😀ab', 3), 'ab')
  t.equal(tailOf('ab', 3), 'ab')
  t.equal(visibleHead(`${'x'.repeat(299)}😀`), `${'x'.repeat(299)}…`)
  t.equal(visibleHead('\n'.repeat(301)), `${'\\n'.repeat(300)}…`)
  t.equal(visibleHead('x'.repeat(300)), 'x'.repeat(300))
})
