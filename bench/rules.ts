// The cost of rules for an app: the CPU time to find which of 100 rules apply to a new request. It is compared in alternating rounds with
// the time for one rule, and with the time of `new URL`, the least that parsing the address costs.
import type { StartingRequest } from '../src/rules/starting-request.js'
import type { RuleBook as Book } from '../src/rules/rule-book.js'
import type { Rule } from '../src/schema/rule.js'
import { median } from './support/load.js'
import { ratio, table } from './support/report.js'

// The built files, which users run.
const BUILT = new URL('../dist/rules/rule-book.js', import.meta.url).href
const RULES = 100
const REQUESTS = 1000
const PASSES = 3
const ROUNDS = 20
const WARM_UP = 5

type MatchOf = (n: number) => string

const byPath: MatchOf = n => `method:POST path:=/v1/orders/${n}`

/** What people write, and what is made of recorded requests. */
const KINDS: MatchOf[] = [
  byPath,
  n => `method:GET host:=api.example.com path:=/v1/items/${n}`,
  n => `path:/v1/*/reviews-${n}`,
  n => `host:api.example path:carts-${n}`,
  n => `coupon-${n}`,
  n => `method:POST json:user.id=${n}`,
  n => `method:POST path:graphql operation:=Query${n}`,
  n => `query:page=${n} -path:refund`,
  n => `header:x-trace=trace-${n}`,
  n => `path:=/v2/a-${n} OR path:=/v2/b-${n}`
]
const mixed: MatchOf = n => KINDS[n % KINDS.length]!(n)

export async function benchRules (): Promise<void> {
  const { RuleBook } = await import(BUILT) as { RuleBook: typeof Book }
  const bookOf = (count: number, matchOf: MatchOf) => new RuleBook(
    Array.from({ length: count }, (_, n): Rule => (
      { id: `r${n}`, name: `rule ${n}`, enabled: true, match: matchOf(n), action: { type: 'fail', how: 'network' }, expires: Infinity }
    )),
    { random: () => 0.5, nowMs: () => 0, bodies: new Map(), uses: new Map() }
  )
  const picking = (book: Book, asked: StartingRequest[], hits: number) => {
    const found = asked.filter(asked => book.pick(asked)).length
    if (found !== hits) throw new Error(`${found} of ${asked.length} requests match, and not ${hits}`)
    return () => { for (const one of asked) book.pick(one) }
  }
  const [few, many] = [requests(n => `/v3/pages/${n}`, 0), requests(n => `/v3/pages/${n}`, 4000)]
  const [first, last] = [bookOf(RULES, byPath), bookOf(RULES, mixed)]
  const cases = {
    'new URL': () => { for (const { url } of few) new URL(url).pathname.trim() },
    'one rule, none matching': picking(bookOf(1, byPath), few, 0),
    'by method and path': picking(first, requests(n => `/v1/orders/${n % RULES}`, 0), REQUESTS / 2),
    'by method and path, none matching': picking(first, few, 0),
    mixed: picking(last, requests(n => `/v1/orders/coupon-${n % 9 + 1}4?x=1`, 0), REQUESTS),
    'mixed, none matching': picking(last, few, 0),
    'mixed, none matching, bodies of 4 KB': picking(last, many, 0)
  }
  const names = Object.keys(cases) as (keyof typeof cases)[]
  const micros = inTurns(names.map(name => cases[name]))
  const of = (name: keyof typeof cases) => micros[names.indexOf(name)]!
  console.log(`\nrules: ${RULES} rules, ${REQUESTS} requests, half of them POST, median of ${ROUNDS}`)
  table(['', 'CPU µs for a request', 'to new URL'], names.map(name => [name, of(name), of(name) / of('new URL')]))
  for (const name of ['by method and path, none matching', 'mixed, none matching'] as const) {
    ratio(`µs ${name}`, of(name), 'at most', 10)
    console.log(`  to one rule: ${(of(name) / of('one rule, none matching')).toFixed(2)}`)
  }
}

/** Returns the median microseconds of CPU for a request of each. */
function inTurns (runs: (() => void)[]): number[] {
  const rounds = Array.from({ length: WARM_UP + ROUNDS }, () => runs.map(run => {
    const before = process.cpuUsage()
    for (let pass = 0; pass < PASSES; pass++) run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / PASSES / REQUESTS
  }))
  return runs.map((_, n) => median(rounds.slice(WARM_UP).map(round => round[n]!)))
}

/** `bytes`: of the bodies; 0: small ones. */
function requests (pathOf: (n: number) => string, bytes: number): StartingRequest[] {
  const asked = Array.from({ length: REQUESTS }, (_, n): StartingRequest => n % 2 === 0
    ? { method: 'GET', url: `https://api.example.com${pathOf(n)}`, headers: [['accept', 'application/json']], body: '' }
    : {
        method: 'POST',
        url: `https://api.example.com${pathOf(n)}`,
        headers: [['accept', 'application/json'], ['content-type', 'application/json'], ['x-trace', `t-${n}`]],
        body: JSON.stringify({ items: 'x'.repeat(bytes), user: { id: 1000 + n, name: 'Kettle' } })
      })
  // Parsing JSON makes flat strings.
  return JSON.parse(JSON.stringify(asked)) as StartingRequest[]
}
