// All requests as bars on a canvas: thousands of them are one drawing.
import { useEffect, useRef } from 'preact/hooks'
import type { Held } from '../../../exchange/held.js'
import { isPending, startMsOf } from '../../../exchange/outcome.js'
import type { Match } from '../../../filter/context.js'
import { usePage } from '../context.js'
import type { TimeSpan } from '../../../exchange/time-span.js'

const LANES = 6
const HEIGHT = 18

export function Bars ({ entries, times }: { entries: readonly Held[], times: TimeSpan }) {
  const { codes, theme } = usePage()
  const canvas = useRef<HTMLCanvasElement>(null)
  const shown = theme.shown.value
  const isError = codes.isError.value
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const redraw = () => draw(element, entries, times, isError)
    redraw()
    const watcher = new ResizeObserver(redraw)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [entries, times, isError, shown])
  return <canvas class='strip-bars' ref={canvas} height={HEIGHT} aria-hidden='true' />
}

function draw (canvas: HTMLCanvasElement, entries: readonly Held[], { fromMs, toMs }: TimeSpan, isError: Match): void {
  const scale = devicePixelRatio
  const width = canvas.clientWidth
  canvas.width = width * scale
  canvas.height = HEIGHT * scale
  const context = canvas.getContext('2d')
  if (!context || width === 0) return
  context.scale(scale, scale)
  const style = getComputedStyle(canvas)
  const [fine, wrong, waiting] = ['--accent', '--error', '--line-strong'].map(name => style.getPropertyValue(name))
  const x = (ms: number) => (ms - fromMs) / (toMs - fromMs) * width
  const lane = HEIGHT / LANES
  entries.forEach((entry, n) => {
    const start = startMsOf(entry)
    context.fillStyle = (isPending(entry) ? waiting : isError(entry) ? wrong : fine) ?? ''
    context.fillRect(x(start), n % LANES * lane, Math.max(1.5, x(start + entry.timeConsuming) - x(start)), lane - 1)
  })
}
