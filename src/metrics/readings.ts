// Metrics of numbers that other code counts. Each number is read when Prometheus scrapes, so counting costs only an addition.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Durations, Series } from '../durations.js'

/** A number for each value of the one label. */
type Numbers = Record<string, number>

export class Readings {
  constructor (private readonly registry: Registry) {}

  counter (name: string, help: string, read: () => number): void {
    this.add(Counter, name, help, [], () => [[{}, read()]])
  }

  counters (name: string, help: string, label: string, read: () => Numbers): void {
    this.add(Counter, name, help, [label], () => labeled(label, read()))
  }

  gauge (name: string, help: string, read: () => number): void {
    this.add(Gauge, name, help, [], () => [[{}, read()]])
  }

  gauges (name: string, help: string, label: string, read: () => Numbers): void {
    this.add(Gauge, name, help, [label], () => labeled(label, read()))
  }

  histogram (name: string, help: string, labelNames: string[], durations: Durations): void {
    const metric = new Histogram({ name, help, labelNames, buckets: [...durations.bounds], registers: [this.registry] })
    const values = () => durations.series.flatMap(series => bucketsOf(name, labelNames, durations.bounds, series))
    // The data that the registry prints. It can get it by two methods: the one in prom-client's types is replaced, and the other
    // removed.
    Object.assign(metric, { getForPromString: undefined, get: async () => ({ name, help, type: 'histogram', values: values() }) })
  }

  private add (Metric: typeof Counter | typeof Gauge, name: string, help: string, labelNames: string[], read: () => Sample[]): void {
    const metric = new Metric({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect: () => {
        metric.reset()
        for (const [labels, value] of read()) metric.inc(labels, value)
      }
    })
  }
}

type Sample = [labels: Record<string, string>, value: number]

function labeled (label: string, numbers: Numbers): Sample[] {
  return Object.entries(numbers).map(([value, number]) => [{ [label]: value }, number])
}

// In the form of Prometheus: each bucket includes the counts of all lower buckets.
function bucketsOf (name: string, labelNames: string[], bounds: readonly number[], { labels, counts, sumSeconds }: Series) {
  const own = Object.fromEntries(labelNames.map((label, n) => [label, labels[n]]))
  let count = 0
  const buckets = counts.map((more, n) => {
    count += more
    return { metricName: `${name}_bucket`, labels: { le: bounds[n] ?? '+Inf', ...own }, value: count }
  })
  return [...buckets, { metricName: `${name}_sum`, labels: own, value: sumSeconds }, {
    metricName: `${name}_count`, labels: own, value: count
  }]
}
