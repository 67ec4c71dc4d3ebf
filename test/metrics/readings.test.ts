import t from 'tap'
import { Histogram, Registry } from 'prom-client'
import { Durations } from '../../src/durations.js'
import { Readings } from '../../src/metrics/readings.js'

t.test('a histogram of durations has the same output as one of prom-client', async t => {
  const [name, help, labelNames, bounds] = ['seconds', 'How long it took', ['command'], [0.001, 0.5, 1]]
  const [ours, theirs] = [new Registry(), new Registry()]
  const durations = new Durations(bounds)
  new Readings(ours).histogram(name, help, labelNames, durations)
  const histogram = new Histogram({ name, help, labelNames, buckets: bounds, registers: [theirs] })
  t.equal(await ours.metrics(), await theirs.metrics(), 'before the first duration')
  for (const [command, seconds] of [['push', 0.001], ['push', 0.25], ['ping', 7], ['push', 1.5], ['say "hello"', 0]] as const) {
    durations.note(seconds, command)
    histogram.observe({ command }, seconds)
  }
  t.equal(await ours.metrics(), await theirs.metrics())
})
