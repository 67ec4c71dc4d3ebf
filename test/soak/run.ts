// npm run soak [-- minutes [seed]]: prints its progress every half minute and the figures at the end; exits with 1 if the service broke one
// of its guarantees.
import type { Owner } from '../support/replica.js'
import { LARGEST } from './attacks.js'
import { Figures } from './figures.js'
import { soak } from './soak.js'

const ROUND_SECONDS = 75
const PER_SECOND = 320
const EVERY_MS = 30_000
const MAX_TOLD = 2000

const [minutes = '5', seed] = process.argv.slice(2)
if (!(Number(minutes) > 0) || (seed !== undefined && !/^\d{1,10}$/.test(seed))) {
  console.error('usage: npm run soak -- [minutes] [seed]')
  process.exit(1)
}

const ends: (() => unknown)[] = []
const owner: Owner = { teardown: end => { ends.unshift(end) } }
const figures = new Figures()
let told = 0
const telling = setInterval(tell, EVERY_MS)

await soak(owner, {
  seconds: Number(minutes) * 60,
  roundSeconds: ROUND_SECONDS,
  perSecond: PER_SECOND,
  largeBytes: LARGEST,
  seed: seed === undefined ? undefined : Number(seed)
}, figures)
clearInterval(telling)
tell()
console.log(`\n${figures.table()}\n\nseed ${figures.seed}: ${figures.broken.length === 0 ? 'every promise was kept' : 'BROKEN'}`)
for (const end of ends) await end()
process.exit(figures.broken.length === 0 ? 0 : 1)

function tell (): void {
  const broken = figures.broken
  for (const promise of broken.slice(told)) console.log(`BROKEN: ${promise.slice(0, MAX_TOLD)}`)
  told = broken.length
  console.log(`${new Date().toISOString().slice(11, 19)} ${figures.line()}`)
}
