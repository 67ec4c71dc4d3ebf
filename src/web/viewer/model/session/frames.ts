// Many requests to draw, one drawing: at the next frame, or after half a second in a tab that is hidden and has no frames.

const HIDDEN_MS = 500

export interface Frames {
  request (): void
  /** For what can wait: many of these make one drawing in so many milliseconds. */
  requestWithin (ms: number): void
  close (): void
}

export function inFrames (draw: () => void): Frames {
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let later: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    clearTimeout(later)
    frame = later = undefined
  }
  const run = () => {
    cancel()
    draw()
  }
  const request = () => {
    if (frame !== undefined) return
    // Both: a tab may be hidden between now and then.
    frame = requestAnimationFrame(run)
    timer = setTimeout(run, HIDDEN_MS)
  }
  return {
    request,
    requestWithin (ms) { later ??= setTimeout(request, ms) },
    close: cancel
  }
}
