// Detects refinements: a new query refines the previous query if each entry that matches the new one also matches the previous one.
import t from 'tap'
import fc from 'fast-check'
import { matcher } from '../../src/filter/matcher.js'
import { parse } from '../../src/filter/parse.js'
import { isNarrower } from '../../src/filter/narrower.js'
import { anyEntry } from '../exchange/entry.js'
import { anyText } from './arbitraries.js'
import { NOW, anyClaim, sample } from './model.js'
import { takesLong } from '../support/takes-long.js'
import { runs } from '../support/runs.js'

const refines = (previous: string, next: string) => isNarrower(parse(next), parse(previous))

t.test('a longer word, another term, or a shorter negated word is a refinement', async t => {
  for (const [previous, next] of [
    ['', 'a'], ['ket', 'kettle'], ['ket', 'Kettle'], ['tle', 'kettle'], ['a', 'a b'], ['a b', 'b status:404 ac'], ['-kettle', '-ket'],
    ['path:/or', 'path:/orders'],
    ['path:/or', 'path:/orders x'], ['status:404', 'status:404 a'], ['(a OR b)', '(a OR b) c'], ['/a/', '/a/ b'],
    ['body:"a b"', 'body:"a b c"'], ['杯', '茶杯'], ['a', 'a is:no-answer']
  ]) t.ok(refines(previous!, next!), `${previous} -> ${next}`)
})

t.test('all other changes are not refinements', async t => {
  for (const [previous, next] of [
    ['a', ''], ['kettle', 'ket'], ['a', 'a OR b'], ['ab', 'a b'], ['-ket', '-kettle'], ['path:/or', '/orders'],
    ['path:=/or', 'path:=/orders'], ['path:/o*', 'path:/o*s'],
    ['path:/or', 'path:/o*rs'], ['status:4', 'status:404'], ['/a/', '/ab/'], ['code:1', 'code:10'], ['a', 'body:a'],
    ['request:a', 'response:a'], ['path:a', 'path:ab,c'], ['path:a,b', 'path:ab'],
    ['json:a', 'json:ab'], ['after:5m', 'after:5m a'], ['is:no-answer', 'is:no-answer a'], ['\ud83c', '🍵']
  ]) t.notOk(refines(previous!, next!), `${previous} -> ${next}`)
})

t.test('a refined query never matches an entry that the previous one does not match', { timeout: 120_000 }, t => {
  let refined = 0
  const check = (previous: string, next: string, entries: Parameters<ReturnType<typeof matcher>>[0][]) => {
    const [before, after] = [parse(previous), parse(next)]
    if (!isNarrower(after, before)) return
    refined++
    const [was, is] = [before, after].map(query => matcher(query, { nowMs: NOW }))
    for (const entry of entries) if (is!(entry) && !was!(entry)) throw new Error(`${previous} is not refined by ${next}`)
  }
  fc.assert(fc.property(anyClaim, anyClaim, fc.nat(30), fc.array(sample, { minLength: 1, maxLength: 5 }), (a, b, length, samples) => {
    const entries = samples.map(({ entry }) => entry)
    const whole = `${a.text} ${b.text}`
    check(whole.slice(0, length), whole, entries)
    check(whole.slice(0, length), whole.slice(0, length + 1), entries)
  }), { numRuns: runs(5_000) })
  fc.assert(fc.property(anyText, fc.nat(20), anyEntry, (text, length, entry) => {
    check(text.slice(0, length), text.slice(0, length + 1), [entry])
  }), { numRuns: runs(5_000) })
  t.ok(refined > runs(5_000) / 5, `${refined} refinements`)
  t.end()
})

t.test('does not compare many terms with each other', async t => {
  const many = Array.from({ length: 5000 }, (_, n) => `word${n}`).join(' ')
  t.notOk(takesLong(() => t.notOk(refines(many, `${many}x`))))
})
