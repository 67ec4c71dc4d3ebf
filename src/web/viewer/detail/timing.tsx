// Where a request lies among those that ran at the same time: a bar within ten seconds around it, or within its own time where that is longer.
import { useComputed } from '@preact/signals'
import type { Held } from '../../../exchange/held.js'
import { isPending, startMsOf } from '../../../exchange/outcome.js'
import { usePage } from '../context.js'

const AROUND_MS = 2_000
const MOST_BARS = 200
const WIDTH = 400
const LANE = 3

export function Timing ({ entry }: { entry: Held }) {
  const { session } = usePage()
  const start = startMsOf(entry)
  const end = isPending(entry) ? Math.max(start, entry.timestamp) : start + entry.timeConsuming
  const [from, to] = [start - AROUND_MS, end + AROUND_MS]
  const others = useComputed(() => session.entries.value.filter(other => other.id !== entry.id && startMsOf(other) < to && startMsOf(other) + other.timeConsuming > from).slice(-MOST_BARS))
  const x = (ms: number) => Math.max(0, Math.min(WIDTH, (ms - from) / (to - from) * WIDTH))
  const bar = (each: Held) => ({ x: x(startMsOf(each)), width: Math.max(2, x(startMsOf(each) + each.timeConsuming) - x(startMsOf(each))) })
  return (
    <svg class='timing' viewBox={`0 0 ${WIDTH} 24`} preserveAspectRatio='none' aria-hidden='true'>
      {others.value.map((other, n) => <rect key={other.id} class='timing-other' {...bar(other)} y={2 + n % 6 * (LANE + 0.6)} height={LANE - 1} />)}
      <rect class='timing-own' {...bar(entry)} y={9} height={6} rx={1} />
    </svg>
  )
}
