// Compiles a value of a query to a test of a text: whether the text contains it, equals it, begins with it, or matches its pattern or
// regular expression.
import { begins, contains, equals, literal } from './literal.js'
import type { Form } from './keys.js'
import type { Scalar } from './query.js'

export type TextTest = (text: string) => boolean

export function textTest ({ type, text, exact }: Scalar, form: Form | 'whole'): TextTest {
  if (type === 'regex') return regexTest(text)
  const allowsStar = form === 'pattern' || form === 'whole' || form === 'code'
  if (type === 'word' && !exact && allowsStar && text.includes('*')) return wildcard(text)
  if (exact || form === 'whole' || form === 'code') return equals(text)
  return form === 'beginning' || form === 'flag' ? begins(text) : contains(text)
}

function regexTest (source: string): TextTest {
  const expression = new RegExp(source, 'i')
  return text => expression.test(text)
}

// Matches the whole text; * stands for anything. The parts between stars are searched from left to right, without backtracking.
function wildcard (pattern: string): TextTest {
  const parts = pattern.split('*')
  const [first = '', last = ''] = [parts[0], parts[parts.length - 1]]
  const [isFirst, isLast] = [begins(first), equals(last)]
  const between = parts.slice(1, -1).map(literal)
  return text => {
    const end = text.length - last.length
    if (end < first.length || !isFirst(text) || !isLast(text.slice(end))) return false
    let at = first.length
    for (const find of between) {
      at = find(text, at)
      if (at < 0 || at > end) return false
    }
    return true
  }
}
