// Numbers as queries compare them: `404`, `>=400`, `400-499`, with units.

export type Units = Readonly<Record<string, number>>

export const BARE: Units = { '': 1 }
/** As in DevTools, k is 1000. */
export const BYTES: Units = { '': 1, b: 1, k: 1e3, kb: 1e3, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9 }
export const MILLISECONDS: Units = { '': 1, ms: 1, s: 1e3, m: 6e4, min: 6e4, h: 3.6e6 }

const NUMBER = '(-?(?:\\d+(?:\\.\\d*)?|\\.\\d+))([a-z]*)'
const COMPARISON = new RegExp(`^(>=|<=|>|<)?${NUMBER}$`, 'i')
const RANGE = new RegExp(`^${NUMBER}-(?:${NUMBER})?$`, 'i')

/** Undefined if the text is not a number, a comparison or a range. */
export function numberTest (text: string, units: Units): ((value: number) => boolean) | undefined {
  return comparisonTest(text, units) ?? rangeTest(text, units)
}

/** One number; undefined if the text is not one. */
export function readNumber (text: string, units: Units): number | undefined {
  const [, operator, digits, unit] = COMPARISON.exec(text) ?? []
  return operator === undefined ? scaled(digits, unit, units) : undefined
}

function comparisonTest (text: string, units: Units): ((value: number) => boolean) | undefined {
  const [, operator, digits, unit] = COMPARISON.exec(text) ?? []
  const bound = scaled(digits, unit, units)
  if (bound === undefined) return undefined
  switch (operator) {
    case '>': return value => value > bound
    case '>=': return value => value >= bound
    case '<': return value => value < bound
    case '<=': return value => value <= bound
    // Durations have fractions that nobody types, so a value that rounds to the bound matches, too.
    default: return value => value === bound || Math.round(value) === bound
  }
}

// Both ends are included, in either order. A first number without a unit takes the unit of the second: `1-2s`. Without a second number,
// there is no end.
function rangeTest (text: string, units: Units): ((value: number) => boolean) | undefined {
  const [, digits, unit, lastDigits, lastUnit] = RANGE.exec(text) ?? []
  const last = lastDigits === undefined ? Infinity : scaled(lastDigits, lastUnit, units)
  const first = scaled(digits, unit === '' ? lastUnit : unit, units)
  if (first === undefined || last === undefined) return undefined
  const [least, most] = [Math.min(first, last), Math.max(first, last)]
  return value => value >= least && value <= most
}

function scaled (digits: string | undefined, unit: string | undefined, units: Units): number | undefined {
  const name = unit?.toLowerCase() ?? ''
  return digits !== undefined && Object.prototype.hasOwnProperty.call(units, name) ? Number(digits) * (units[name] ?? 1) : undefined
}
