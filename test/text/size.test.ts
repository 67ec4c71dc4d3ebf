// Formats sizes, with every boundary of rounding.
import t from 'tap'
import fc from 'fast-check'
import { sizeText } from '../../src/text/size.js'

t.test('rounds a size before it chooses the unit', async t => {
  const told: [bytes: number, text: string][] = [
    [0, '0 B'], [999, '999 B'], [1000, '1 kB'], [1049, '1 kB'], [1050, '1.1 kB'], [9949, '9.9 kB'], [9960, '10 kB'], [12_345, '12.3 kB'],
    [99_949, '99.9 kB'],
    [99_960, '100 kB'], [999_499, '999 kB'], [999_500, '1 MB'], [1_048_576, '1 MB'], [5_242_880, '5.2 MB'], [999_500_000, '1 GB'],
    [1_234_000_000_000, '1234 GB']
  ]
  for (const [bytes, text] of told) t.equal(sizeText(bytes), text, `${bytes}`)
})

t.test('a number has at most three digits before the decimal point below 1000 GB', async t => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 999_499_999_999 }), bytes => { t.match(sizeText(bytes), /^\d{1,3}(\.\d)? [kMG]?B$/) }))
})
