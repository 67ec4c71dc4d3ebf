// Statuses as queries ask for them: by number, by class, by text.
import type { Status } from '../exchange/status.js'
import { BARE, readNumbers } from './numbers.js'
import type { Scalar } from './query.js'
import { textTest } from './text-test.js'

// `4xx`, `40x`; and as far as somebody has typed: `40`.
const CLASS = /^(\d{1,2})[x*]{0,2}$/i
const DIGITS = 3

export function statusTest (value: Scalar): (status: Status) => boolean {
  const isInside = value.type === 'word' ? numbers(value) : undefined
  if (isInside) return ({ code }) => isInside(code)
  const test = textTest(value, 'text')
  return ({ code, text }) => test(String(code)) || test(text) || test(`${code} ${text}`)
}

function numbers ({ text, exact }: Scalar): ((code: number) => boolean) | undefined {
  const digits = exact ? undefined : CLASS.exec(text)?.[1]
  if (digits === undefined) return readNumbers(text, BARE)
  const [first, last] = [Number(digits.padEnd(DIGITS, '0')), Number(digits.padEnd(DIGITS, '9'))]
  return code => code >= first && code <= last
}
