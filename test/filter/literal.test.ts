// Literal search: case-insensitive equality of letters, both search algorithms, and their running time.
import t from 'tap'
import fc from 'fast-check'
import { fold } from '../../src/filter/fold.js'
import { begins, contains, equals, literal } from '../../src/filter/literal.js'
import { kmpSearch } from '../../src/filter/kmp-search.js'
import { takesLong } from '../support/takes-long.js'
import { runs } from '../support/runs.js'

t.test('the own search treats the same letters as equal as a regular expression does', async t => {
  const different: number[] = []
  for (let code = 0; code < 0x10000; code++) {
    const letter = String.fromCharCode(code)
    for (const other of new Set([letter.toUpperCase(), letter.toLowerCase(), 's', 'K', 'ß', 'ı'])) {
      if (other.length !== 1) continue
      const expected = new RegExp(`^\\u${code.toString(16).padStart(4, '0')}$`, 'i').test(other)
      if ((fold(code) === fold(other.charCodeAt(0))) !== expected) different.push(code)
    }
  }
  t.same(different, [])
})

const few = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'é', 'É', '.', '\\', '茶', '\ud83c'), maxLength: 12 })

t.test('both algorithms find the first match, like a naive search', t => {
  const slow = (text: string, subject: string, from: number) => {
    for (let at = from; at + text.length <= subject.length; at++) {
      if (subject.slice(at, at + text.length).toLowerCase() === text.toLowerCase()) return at + text.length
    }
    return -1
  }
  fc.assert(fc.property(few, few, few, fc.nat(6), (text, before, after, from) => {
    for (const subject of [before + after, before + text + after]) {
      const start = Math.min(from, subject.length)
      const expected = slow(text, subject, start)
      if (literal(text)(subject, start) !== expected || kmpSearch(text)(subject, start) !== expected) return false
    }
    return true
  }), { numRuns: runs(6_000) })
  t.end()
})

t.test('a text can match anywhere, at the beginning, or as a whole', async t => {
  t.ok(contains('B.')('aAb.c'))
  t.notOk(contains('b.')('abc'), 'no character is a wildcard')
  t.ok(begins('Ab')('aBc'))
  t.notOk(begins('b')('ab'))
  t.ok(equals('aÉ')('Aé'))
  t.notOk(equals('a')('aa'))
  t.notOk(contains('straße')('STRASSE'))
})

t.test('a text with non-ASCII characters also matches its escapes in JSON and URLs', async t => {
  for (const found of ['一杯茶水', '"\\u676F\\u8336"', '?q=%E6%9D%AF%E8%8C%B6', '%e6%9d%af%e8%8c%b6']) t.ok(contains('杯茶')(found), found)
  t.notOk(contains('杯茶')('\\u676f-\\u8336'))
  for (const found of ['CAFÉ', 'caf\\u00e9', 'CAF\\u00C9', 'caf%C3%A9', 'Caf%c3%89']) t.ok(contains('Café')(found), found)
  t.notOk(contains('ß')('ss'))
  t.notOk(contains('\u212a')('k'), 'the Kelvin sign is not a k')
  t.ok(contains('🍵')('\\ud83c\\udf75'))
  t.notOk(contains('\\u8336')('茶'), 'but an escape does not match its character')
})

t.test('searches repetitive texts quickly', { timeout: 60_000 }, async t => {
  const size = 500_000
  for (const piece of ['a', 'ab', 'aab', 'é', '茶', '\\u8336', '%E8', ' ']) {
    const subject = piece.repeat(size / piece.length)
    for (const length of [8, 30, 400, 5000]) {
      for (const text of [piece.repeat(length) + 'x', 'x' + piece.repeat(length), piece.repeat(length) + 'x' + piece.repeat(length)]) {
        let isFound = false
        if (takesLong(() => { isFound = contains(text)(subject) })) t.fail(`too long for ${length} times ${piece}`)
        if (isFound) t.fail(`found ${text.slice(0, 20)}`)
      }
    }
  }
  const long = 'ab'.repeat(100_000)
  t.equal(literal(long)(`c${long}${long}`, 2), 200_003, 'the first match from there on')
  t.ok(contains(long.toUpperCase())(`c${long}`), 'longer than a regular expression may be')
})
