// The cost of redaction in a push: the CPU time for 1 MB of JSON with secrets, compared with parsing and serializing the same text once;
// and for a text without secrets.
import type { createRedactor as CreateRedactor } from '../src/redact/redactor.js'
import { median } from './support/load.js'
import { ratio, table } from './support/report.js'

// The built files, which users run.
const BUILT = new URL('../dist/redact/redactor.js', import.meta.url).href
const BYTES = 1_000_000
const ROUNDS = 50

export async function benchRedact (): Promise<void> {
  const { createRedactor } = await import(BUILT) as { createRedactor: typeof CreateRedactor }
  const redact = createRedactor(['default'])
  const push = (response: string) => redact({ api: '/v1/orders?page=2', method: 'GET', response })
  const [secrets, none, strings] = [list(secretItem), list(plainItem), JSON.stringify({ state: list(secretItem) })]
  if (/s3cret/.test(push(secrets).response + push(strings).response) || push(none).response !== none) {
    throw new Error('The redactor does not redact')
  }

  const costs = [
    ['parse and print', cpuMs(() => JSON.stringify(JSON.parse(secrets)))],
    ['redact', cpuMs(() => push(secrets))],
    ['redact, JSON in a string', cpuMs(() => push(strings))],
    ['redact, no secret', cpuMs(() => push(none))]
  ] as const
  console.log(`\nredact: a response of ${BYTES / 1e6} MB of JSON, REDACT=default, median of ${ROUNDS}`)
  table(['', 'CPU ms'], costs.map(cost => [...cost]))
  ratio('CPU ms to redact', costs[1][1], 'at most', 30)
  console.log(`  redact to parse and print: ${(costs[1][1] / costs[0][1]).toFixed(2)}`)
}

function cpuMs (run: () => unknown): number {
  const costs = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return median(costs)
}

function list (item: (n: number) => object): string {
  const items: object[] = []
  for (let bytes = 0; bytes < BYTES; bytes += JSON.stringify(items.at(-1)).length + 1) items.push(item(items.length))
  return JSON.stringify(items)
}

function plainItem (id: number): object {
  const price = { amount: 39.9, currency: 'EUR' }
  const image = `https://img.example.com/${id}.jpg?w=640&h=480`
  return {
    id,
    sku: `A-${id}`,
    title: 'Kettle, 1.7 l, brushed steel',
    price,
    tags: ['kitchen', 'new'],
    image,
    stock: 12,
    active: true,
    parent: null
  }
}

function secretItem (id: number): object {
  return {
    ...plainItem(id), owner: { email: 'a@example.com', accessToken: 's3cret' }, callback: 'https://example.com/cb?state=1&token=s3cret'
  }
}
