// The dashboard and the alerts use only metrics that the service has: a wrong name would show nothing, and never alert.
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

// Prometheus adds this metric for every target.
const OF_PROMETHEUS = 'up'
const LABELS_OF_PROMETHEUS = ['job', 'instance', 'le']

const { types, samples } = await scrape(await startReplica(t, await startRedis(t)))
const texts = Object.keys(samples)

t.test('every metric in the dashboard and the alerts exists', async t => {
  const asked = new Set(expressions.flatMap(metricsOf))
  t.ok(asked.size > 20, 'finds metrics to check')
  for (const name of asked) t.ok(name === OF_PROMETHEUS || types.has(familyOf(name, types)), name)
})

t.test('every label value in the dashboard and the alerts exists', async t => {
  for (const [name, label, pattern] of expressions.flatMap(matchersOf)) {
    if (LABELS_OF_PROMETHEUS.includes(label)) continue
    // A histogram has labels only after something was measured.
    if (types.get(familyOf(name, types)) === 'histogram') t.match(label, /^(method|route|status|command)$/)
    else for (const value of pattern.split('|')) t.ok(texts.includes(`${name}{${label}="${value}"}`), `${name} ${label} ${value}`)
  }
})

t.test('every metric of the service is used in the dashboard or the alerts', async t => {
  const asked = new Set(expressions.flatMap(metricsOf).map(name => familyOf(name, types)))
  const own = [...types.keys()].filter(name => name.startsWith('earshot_'))
  // This metric is meant for ad-hoc queries.
  t.same(own.filter(name => !asked.has(name)), ['earshot_entries_evicted_bytes_total'])
})

t.test('every alert has a severity, a summary and a description, and every panel a description', async t => {
  for (const { alert, labels, annotations } of rules) {
    t.match(labels.severity, /^(critical|warning|info)$/, alert)
    t.match(annotations, { summary: /\w/, description: /\w/ }, alert)
  }
  t.same(dashboard.panels.filter(({ type, description }) => type !== 'row' && !description).map(({ title }) => title), [])
})

// Returns identifiers that are not functions, labels or keywords.
function metricsOf (expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replace(/\b(by|on|ignoring|without) *\([^)]*\)/g, ' ')
    .replace(/^label_values\(([^,]*),.*$/, '$1')
  return [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?! *\()/g)].map(([word]) => word)
}

// Returns the metric, label and value of each matcher.
function matchersOf (expression: string): [string, string, string][] {
  return [...expression.matchAll(/([a-z_][a-z0-9_]*)\{([^}]*)\}/g)].flatMap(([, name, matchers]) =>
    [...matchers!.matchAll(/([a-z_]+)=~?"([^"]*)"/g)].map(([, label, value]): [string, string, string] => [name!, label!, value!]))
}

function read (file: string): string {
  return readFileSync(new URL(`../../deploy/monitoring/${file}`, import.meta.url), 'utf8')
}
