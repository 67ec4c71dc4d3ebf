// TanStack's Virtualizer for a list of rows of equal height. It always gives the same number of rows, whatever the place, so that rows can be used
// again for others instead of being made anew.
import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'

export interface VirtualOptions {
  element: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** Above the first row. */
  headerHeight: number
}

export type Virtual = Virtualizer<HTMLElement, Element>

/** Rows above and below those in view. */
const OVERSCAN = 6

export function useVirtual (given: VirtualOptions): Virtual {
  const [, draw] = useReducer((n: number, _: void) => n + 1, 0)
  const [virtual] = useState(() => new Virtualizer<HTMLElement, Element>(optionsOf(given, draw)))
  const measured = useRef('')
  virtual.setOptions(optionsOf(given, draw))
  useLayoutEffect(() => virtual._didMount(), [virtual])
  useLayoutEffect(() => {
    virtual._willUpdate()
    // What a row measures is asked once, unless it is told.
    const measures = `${given.rowHeight} ${given.headerHeight}`
    if (measured.current !== '' && measured.current !== measures) virtual.measure()
    measured.current = measures
  })
  return virtual
}

function optionsOf ({ element, count, rowHeight, headerHeight }: VirtualOptions, draw: () => void): ConstructorParameters<typeof Virtualizer<HTMLElement, Element>>[0] {
  return {
    count,
    getScrollElement: () => element.current,
    estimateSize: () => rowHeight,
    paddingStart: headerHeight,
    scrollPaddingStart: headerHeight,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: draw,
    rangeExtractor: ({ startIndex }) => {
      const rows = Math.min(count, Math.ceil((element.current?.clientHeight ?? 0) / rowHeight) + 2 * OVERSCAN + 1)
      const first = Math.max(0, Math.min(startIndex - OVERSCAN, count - rows))
      return Array.from({ length: rows }, (_, n) => first + n)
    }
  }
}
