// Metrics of numbers that others count: each is read when Prometheus asks, so that counting costs an addition and no more.
import { Counter, Gauge, type Registry } from 'prom-client'

/** Of each value of the one label. */
type Numbers = Record<string, number>

export class Readings {
  constructor (private readonly registry: Registry) {}

  counter (name: string, help: string, read: () => number): void {
    this.add(Counter, name, help, [], () => [[{}, read()]])
  }

  counters (name: string, help: string, label: string, read: () => Numbers): void {
    this.add(Counter, name, help, [label], () => labelled(label, read()))
  }

  gauge (name: string, help: string, read: () => number): void {
    this.add(Gauge, name, help, [], () => [[{}, read()]])
  }

  gauges (name: string, help: string, label: string, read: () => Numbers): void {
    this.add(Gauge, name, help, [label], () => labelled(label, read()))
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

function labelled (label: string, numbers: Numbers): Sample[] {
  return Object.entries(numbers).map(([value, number]) => [{ [label]: value }, number])
}
