// Requests and screenshots on a time axis. Dragging across it, or moving its two handles, chooses the time range of the listed requests.
import { useMemo, useRef, useState, useEffect } from 'preact/hooks'
import type { ListedEntry } from '../../../exchange/held.js'
import { isPending, startMsOf } from '../../../exchange/outcome.js'
import type { TimeSpan } from '../../../exchange/time-span.js'
import type { Match } from '../../../filter/context.js'
import { usePage } from '../context.js'
import { IconButton } from '../kit/icons.js'
import { clockOf } from '../text/moments.js'
import { Enlarged } from './enlarged.js'
import { timesOf } from './screenshots.js'
import './screenshots.css'

export function TimeStrip () {
  const { session, view, prefs, words: { screenshots: words } } = usePage()
  const isHidden = prefs.pref('screenshots.hidden', false)
  const [enlarged, setEnlarged] = useState<string | undefined>(undefined)
  const track = useRef<HTMLDivElement>(null)
  const entries = session.entries.value
  const screenshots = session.screenshots.value
  const all = useMemo(() => timesOf(entries, screenshots), [entries, screenshots])
  const drag = useDrag(all, track)
  const times = drag.times
  const range = view.range.value
  const percent = (ms: number) => `${Math.max(0, Math.min(100, (ms - times.fromMs) / (times.toMs - times.fromMs) * 100))}%`
  return (
    <section class={`strip ${isHidden.value ? 'folded' : ''}`} aria-label={words.strip}>
      <div class='strip-tools'>
        <IconButton
          icon={isHidden.value ? 'next' : 'down'} name={isHidden.value ? words.show : words.hide} aria-expanded={!isHidden.value}
          onClick={() => { isHidden.value = !isHidden.value }}
        />
        {range && <IconButton icon='close' name={words.reset} onClick={() => { view.range.value = undefined }} />}
      </div>
      {isHidden.value
        ? <p class='strip-folded'>{words.list}: {screenshots.length}</p>
        : (
          <div
            class='strip-track'
            ref={track}
            title={words.drag}
            onPointerDown={event => { drag.begin(event) }}
            onPointerMove={event => { drag.move(event) }}
            onPointerUp={() => { drag.end() }}
            onPointerCancel={() => { drag.end() }}
            onDblClick={() => { view.range.value = undefined }}
          >
            <Bars entries={entries} times={times} />
            <ul class='strip-shots' aria-label={words.list}>
              {screenshots.map(shot => (
                <li key={shot.id} style={{ left: percent(shot.timestamp) }}>
                  <img src={session.screenshotUrl(shot)} alt={clockOf(shot.timestamp)} draggable={false} />
                  <button type='button' aria-label={words.enlarge(clockOf(shot.timestamp))} onClick={() => setEnlarged(shot.id)} />
                </li>
              ))}
            </ul>
            {range && <div class='strip-outside' style={{ left: 0, width: percent(range.fromMs) }} />}
            {range && <div class='strip-outside' style={{ left: percent(range.toMs), right: 0 }} />}
            <Handle end='fromMs' times={times} left={percent(range?.fromMs ?? times.fromMs)} />
            <Handle end='toMs' times={times} left={percent(range?.toMs ?? times.toMs)} />
          </div>
          )}
      {enlarged !== undefined && <Enlarged id={enlarged} onStep={setEnlarged} onClose={() => setEnlarged(undefined)} />}
    </section>
  )
}

/** In pixels: a smaller movement is a click. */
const SLOP = 4

/** While the person drags, the time axis does not change, even if requests arrive. */
function useDrag (all: TimeSpan, track: { readonly current: HTMLElement | null }) {
  const { view } = usePage()
  const [held, setHeld] = useState<TimeSpan | undefined>(undefined)
  const from = useRef<number | undefined>(undefined)
  const times = held ?? all
  const at = (clientX: number) => {
    const { left, width } = track.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return times.fromMs + Math.max(0, Math.min(1, (clientX - left) / width)) * (times.toMs - times.fromMs)
  }
  return {
    times,
    begin (event: PointerEvent) {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button, [role=slider]'))) return
      from.current = event.clientX
      setHeld(all)
      track.current?.setPointerCapture(event.pointerId)
    },
    move (event: PointerEvent) {
      if (from.current === undefined || Math.abs(event.clientX - from.current) < SLOP) return
      const [first, second] = [at(from.current), at(event.clientX)]
      view.range.value = { fromMs: Math.min(first, second), toMs: Math.max(first, second) }
    },
    end () {
      from.current = undefined
      setHeld(undefined)
    }
  }
}

const LANES = 6
const HEIGHT = 18

// All requests as bars on one canvas, because there may be thousands.
function Bars ({ entries, times }: { entries: readonly ListedEntry[], times: TimeSpan }) {
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

function draw (canvas: HTMLCanvasElement, entries: readonly ListedEntry[], { fromMs, toMs }: TimeSpan, isError: Match): void {
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
    const [start, hasNoEnd] = [startMsOf(entry), isPending(entry)]
    context.fillStyle = (hasNoEnd ? waiting : isError(entry) ? wrong : fine) ?? ''
    const end = hasNoEnd ? width : x(start + entry.timeConsuming)
    context.fillRect(x(start), n % LANES * lane, Math.max(1.5, end - x(start)), lane - 1)
  })
}

interface HandleProps {
  end: keyof TimeSpan
  times: TimeSpan
  left: string
}

const STEPS = 100

// One end of the chosen time range, which can be moved by keyboard and touch.
function Handle ({ end, times, left }: HandleProps) {
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
      class={`strip-handle ${end}`} role='slider' tabIndex={0}
      aria-label={end === 'fromMs' ? words.from : words.to} aria-orientation='horizontal'
      aria-valuemin={Math.round(times.fromMs)} aria-valuemax={Math.round(times.toMs)} aria-valuenow={Math.round(range[end])}
      aria-valuetext={clockOf(range[end])} style={{ left }}
      onKeyDown={event => {
        const to = {
          ArrowLeft: range[end] - step,
          ArrowRight: range[end] + step,
          PageDown: range[end] - step * 10,
          PageUp: range[end] + step * 10,
          Home: times.fromMs,
          End: times.toMs
        }[event.key]
        if (to === undefined) return
        event.preventDefault()
        event.stopPropagation()
        move(to)
      }}
    />
  )
}
