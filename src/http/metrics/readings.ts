// Metrics of numbers that others count: each is read when Prometheus asks, so that counting costs an addition and no more.
import { Counter, Gauge, type Registry } from 'prom-client'

/** Of each value of the one label. */
type Numbers = Record<string, number>

export class Readings {
  constructor (private readonly registry: Registry) {}

  counter (name: string, help: string, read: () => number): void {
    this.registry.registerMetric(new Counter({
      name, help, registers: [], collect () { this.reset(); this.inc(read()) }
    }))
  }

  counters (name: string, help: string, label: string, read: () => Numbers): void {
    this.registry.registerMetric(new Counter({
      name,
      help,
      labelNames: [label],
      registers: [],
      collect () {
        this.reset()
        for (const [value, number] of Object.entries(read())) this.inc({ [label]: value }, number)
      }
    }))
  }

  gauge (name: string, help: string, read: () => number): void {
    this.registry.registerMetric(new Gauge({
      name, help, registers: [], collect () { this.set(read()) }
    }))
  }

  gauges (name: string, help: string, label: string, read: () => Numbers): void {
    this.registry.registerMetric(new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [],
      collect () { for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number) }
    }))
  }
}
