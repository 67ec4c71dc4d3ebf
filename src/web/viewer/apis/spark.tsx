// How long the newest requests of one API took, as a line; those that failed as dots.
import { timeText } from '../text/figures.js'
import { usePage } from '../context.js'
import type { ApiFigures } from '../model/apis/figures.js'

const [WIDTH, HEIGHT, EDGE] = [96, 20, 2]

export function Spark ({ times }: Pick<ApiFigures, 'times'>) {
  const { words: { apis: words } } = usePage()
  const last = times.at(-1)
  if (!last) return null
  const took = times.map(({ tookMs }) => tookMs)
  const most = Math.max(...took)
  const text = words.spark(times.length, timeText(Math.min(...took)), timeText(most), timeText(last.tookMs))
  const x = (n: number) => times.length === 1 ? WIDTH - EDGE : EDGE + n / (times.length - 1) * (WIDTH - 2 * EDGE)
  const y = (tookMs: number) => HEIGHT - EDGE - tookMs / most * (HEIGHT - 2 * EDGE)
  return (
    <svg class='api-spark' viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role='img' aria-label={text}>
      <title>{text}</title>
      <polyline points={times.map(({ tookMs }, n) => `${x(n).toFixed(1)},${y(tookMs).toFixed(1)}`).join(' ')} />
      {times.map(({ tookMs, isError }, n) => (isError || times.length === 1) && <circle key={n} class={isError ? 'failed' : ''} cx={x(n)} cy={y(tookMs)} r={1.8} />)}
    </svg>
  )
}
