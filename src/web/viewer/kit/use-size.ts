// How wide or how high an element is, as it changes.
import { useSignal, type ReadonlySignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** Until it is there, it is taken for as large as the window. */
export function useSize (element: RefObject<HTMLElement | null>, side: 'Width' | 'Height'): ReadonlySignal<number> {
  const size = useSignal<number>(window[`inner${side}`])
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => { size.value = target[`client${side}`] }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, size, side])
  return size
}
