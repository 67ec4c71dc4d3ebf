// Counts durations by bucket, in plain numbers; metrics/ reads the counts when Prometheus scrapes. This code runs for every push:
// prom-client's own observe() would take ten times as long.

type Label = string | number

export interface Series {
  readonly labels: readonly Label[]
  /** One count for each bound, and one for durations above all of them. Each duration is in only one bucket. */
  readonly counts: number[]
  sumSeconds: number
}

export class Durations {
  /** One for each list of labels, in the order of their first use. */
  readonly series: Series[] = []
  private readonly root = new Branch()

  /** The upper ends of the buckets, in seconds, ascending. */
  constructor (readonly bounds: readonly number[]) {}

  note (seconds: number, ...labels: Label[]): void {
    const series = this.of(labels)
    let bucket = 0
    while (seconds > (this.bounds[bucket] ?? Infinity)) bucket++
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
    series.sumSeconds += seconds
  }

  /** Returns the counts since the last call, and resets them. Another `Durations` with equal bounds can add those of a thread. */
  take (): Series[] {
    this.root.clear()
    return this.series.splice(0)
  }

  add (series: readonly Series[]): void {
    for (const { labels, counts, sumSeconds } of series) {
      const own = this.of(labels)
      for (const [bucket, count] of counts.entries()) own.counts[bucket] = (own.counts[bucket] ?? 0) + count
      own.sumSeconds += sumSeconds
    }
  }

  private of (labels: readonly Label[]): Series {
    let branch = this.root
    for (const label of labels) branch = branch.at(label)
    branch.series ??= this.begin(labels)
    return branch.series
  }

  private begin (labels: readonly Label[]): Series {
    const series = { labels, counts: Array.from({ length: this.bounds.length + 1 }, () => 0), sumSeconds: 0 }
    this.series.push(series)
    return series
  }
}

// A tree finds the series by one label after the other. A map would have to join the labels to one key for each request.
class Branch {
  series: Series | undefined
  private readonly next = new Map<Label, Branch>()

  clear (): void {
    this.next.clear()
    this.series = undefined
  }

  at (label: Label): Branch {
    const known = this.next.get(label)
    if (known) return known
    const branch = new Branch()
    this.next.set(label, branch)
    return branch
  }
}
