// Long lines are broken without changing the text.
import fc from 'fast-check'
import t from 'tap'
import { BrokenLines } from '../../../../src/web/viewer/model/bodies/broken-lines.js'
import { findAll } from '../../../../src/web/viewer/model/bodies/search.js'

t.test('texts are split at LF and CRLF, and long lines are broken between characters', async t => {
  t.same(new BrokenLines('a\r\nb\n\nc\rd\n').lines, ['a', 'b', '', 'c\rd', ''])
  t.same(new BrokenLines('').lines, [''])
  t.same(new BrokenLines('abcde\nfg', 2).lines, ['ab', 'cd', 'e', 'fg'])
  t.equal(new BrokenLines('abcde\nfg', 2).broken, 1)
  t.same([0, 1, 2, 3, 4].map(line => new BrokenLines('abcde\nfg', 2).numberOf(line)), [1, 0, 0, 2, 0], 'numbers of the text')
  t.same(new BrokenLines('a😀b', 2).lines, ['a', '😀', 'b'])
  const cut = new BrokenLines('a\nb\nc', 10, 2)
  t.same([cut.lines, cut.isCut], [['a', 'b'], true])
})

t.test('every position maps back to the recorded text', async t => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '😀', '\n', '\r\n', '中'), maxLength: 40 })
  fc.assert(fc.property(text, fc.integer({ min: 1, max: 5 }), (text, longest) => {
    const broken = new BrokenLines(text, longest)
    t.equal(broken.lines.join(''), text.replace(/\r?\n/g, ''))
    broken.lines.forEach((line, n) => {
      t.equal(broken.slice(broken.offset(n, 0), broken.offset(n, line.length)), line)
    })
    for (let at = 0; at < text.length; at++) {
      if (/[\r\n]/.test(text.charAt(at))) continue
      const { line, column } = broken.place(at)
      t.equal(broken.lines[line]!.charAt(column), text.charAt(at))
    }
  }))
})

t.test('findAll() searches literally: special characters of regexes have no meaning', async t => {
  t.same(findAll('a.b A.B axb', 'a.b', 10), [0, 4])
  t.same(findAll('aaaa', 'aa', 10), [0, 2])
  t.same(findAll('aaaa', 'a', 3), [0, 1, 2])
  t.same(findAll('aaaa', '', 3), [])
  for (const sought of ['[', '\\', '(', '*', '/', '-', '$', '{1}', '\ud83d']) t.same(findAll(`x${sought}`, sought, 9), [1])
})
