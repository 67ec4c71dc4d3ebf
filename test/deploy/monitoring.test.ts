// The dashboard and the alarms ask for nothing that the service does not tell: a name that is wrong would show nothing, and never ring.
import t from 'tap'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { familyOf, scrape } from '../support/metrics.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

interface Rule { alert: string, expr: string, labels: Record<string, string>, annotations: Record<string, string> }
interface Panel { title: string, type: string, description?: string, targets?: { expr: string }[] }
interface Dashboard { panels: Panel[], templating: { list: { name: string, query: string | { query: string } }[] } }

const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(group => group.rules)
const dashboard = JSON.parse(read('dashboard.json')) as Dashboard
const variables = dashboard.templating.list.map(({ query }) => typeof query === 'string' ? '' : query.query)
const expressions = [
  ...rules.map(({ expr }) => expr), ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)), ...variables
]

// Prometheus makes it for every target.
const OF_PROMETHEUS = 'up'
const LABELS_OF_PROMETHEUS = ['job', 'instance', 'le']

const { types, samples } = await scrape(await startReplica(t, await startRedis(t)))
const texts = Object.keys(samples)

t.test('every metric that is asked for is one that the service tells', async t => {
  const asked = new Set(expressions.flatMap(metricsOf))
  t.ok(asked.size > 20, 'there is something to look at')
  for (const name of asked) t.ok(name === OF_PROMETHEUS || types.has(familyOf(name, types)), name)
})

t.test('every value of a label that is asked for is one that the service tells', async t => {
  for (const [name, label, pattern] of expressions.flatMap(matchersOf)) {
    if (LABELS_OF_PROMETHEUS.includes(label)) continue
    // A histogram has labels only where something was measured.
    if (types.get(familyOf(name, types)) === 'histogram') t.match(label, /^(method|route|status|command)$/)
    else for (const value of pattern.split('|')) t.ok(texts.includes(`${name}{${label}="${value}"}`), `${name} ${label} ${value}`)
  }
})

t.test('every metric of the service itself is shown', async t => {
  const asked = new Set(expressions.flatMap(metricsOf).map(name => familyOf(name, types)))
  const own = [...types.keys()].filter(name => name.startsWith('earshot_'))
  // Bytes of evicted entries are for whoever asks.
  t.same(own.filter(name => !asked.has(name)), ['earshot_entries_evicted_bytes_total'])
})

t.test('every alarm says what it is and what to do, every panel what it shows', async t => {
  for (const { alert, labels, annotations } of rules) {
    t.match(labels.severity, /^(critical|warning|info)$/, alert)
    t.match(annotations, { summary: /\w/, description: /\w/ }, alert)
  }
  t.same(dashboard.panels.filter(({ type, description }) => type !== 'row' && !description).map(({ title }) => title), [])
})

// The identifiers that are no function, no label and no word of the language.
function metricsOf (expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(by|on|ignoring|without) *\([^)]*\)/g, ' ')
    .replace(/^label_values\(([^,]*),.*$/, '$1')
  return [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?! *\()/g)].map(([word]) => word)
}

// Metric, label and value of each matcher.
function matchersOf (expression: string): [string, string, string][] {
  return [...expression.matchAll(/([a-z_][a-z0-9_]*)\{([^}]*)\}/g)].flatMap(([, name, matchers]) =>
    [...matchers!.matchAll(/([a-z_]+)=~?"([^"]*)"/g)].map(([, label, value]): [string, string, string] => [name!, label!, value!]))
}

function read (file: string): string {
  return readFileSync(new URL(`../../deploy/monitoring/${file}`, import.meta.url), 'utf8')
}
