// One end of the chosen time, which the keyboard and a finger can move.
import { clockOf } from '../text/formats.js'
import { usePage } from '../context.js'
import type { TimeSpan } from '../../../exchange/time-span.js'

interface HandleProps {
  end: keyof TimeSpan
  times: TimeSpan
  left: string
}

const STEPS = 100

export function Handle ({ end, times, left }: HandleProps) {
  const { view, words: { screenshots: words } } = usePage()
  const range = view.range.value ?? times
  const move = (ms: number) => {
    const moved = { ...range, [end]: Math.max(times.fromMs, Math.min(times.toMs, ms)) }
    if (moved.fromMs >= moved.toMs) return
    view.range.value = moved.fromMs <= times.fromMs && moved.toMs >= times.toMs ? undefined : moved
  }
  const step = (times.toMs - times.fromMs) / STEPS
  return (
    <div
      class={`strip-handle ${end}`} role='slider' tabIndex={0} aria-label={end === 'fromMs' ? words.from : words.to} aria-orientation='horizontal'
      aria-valuemin={Math.round(times.fromMs)} aria-valuemax={Math.round(times.toMs)} aria-valuenow={Math.round(range[end])} aria-valuetext={clockOf(range[end])} style={{ left }}
      onKeyDown={event => {
        const to = { ArrowLeft: range[end] - step, ArrowRight: range[end] + step, PageDown: range[end] - step * 10, PageUp: range[end] + step * 10, Home: times.fromMs, End: times.toMs }[event.key]
        if (to === undefined) return
        event.preventDefault()
        event.stopPropagation()
        move(to)
      }}
    />
  )
}
