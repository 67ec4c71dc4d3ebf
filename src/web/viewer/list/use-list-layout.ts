// The layout of the list: all columns, the four that fit beside a detail, or two lines per row; and the height of a row.
import { useSignal, type Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { usePage } from '../context.js'
import { useSize } from '../kit/use-window.js'
import { TIME_FORMATS, type TimeFormat } from '../text/moments.js'

export type ListForm = 'wide' | 'compact' | 'narrow'
export const DENSITIES = ['dense', 'roomy'] as const
export type Density = typeof DENSITIES[number]

export interface ListLayout {
  form: ListForm
  widthPx: number
  rowHeight: number
  headerHeight: number
  timeFormat: Signal<TimeFormat>
}

const NARROW_PX = 480
const COMPACT_PX = 760
const TWO_LINES = 52
const TOUCH = 44
const HEADER = 28
const HEIGHTS: Record<Density, number> = { dense: 24, roomy: 32 }

export function useListLayout (grid: RefObject<HTMLElement | null>, isOpen: boolean): ListLayout {
  const width = useSize(grid, 'Width')
  const isTouch = useMedia('(pointer: coarse)')
  const density = useDensity()
  const timeFormat = useTimeFormat()
  const form = width.value < NARROW_PX ? 'narrow' : isOpen && width.value < COMPACT_PX ? 'compact' : 'wide'
  const rowHeight = form === 'narrow' ? TWO_LINES : isTouch.value ? TOUCH : HEIGHTS[density.value]
  return { form, widthPx: width.value, rowHeight, headerHeight: form === 'narrow' ? 0 : isTouch.value ? TOUCH : HEADER, timeFormat }
}

export function useDensity (): Signal<Density> {
  return usePage().prefs.pref<Density>('list.density', 'dense', (value): value is Density => DENSITIES.some(density => density === value))
}

export function useTimeFormat (): Signal<TimeFormat> {
  const isTimeFormat = (value: unknown): value is TimeFormat => TIME_FORMATS.some(format => format === value)
  return usePage().prefs.pref<TimeFormat>('list.clock', 'local', isTimeFormat)
}

function useMedia (text: string): Signal<boolean> {
  const matches = useSignal(matchMedia(text).matches)
  useLayoutEffect(() => {
    const query = matchMedia(text)
    const follow = () => { matches.value = query.matches }
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [text, matches])
  return matches
}
