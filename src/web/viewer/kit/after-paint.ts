// Defers work that is not needed for the next frame.

/** Runs it after the next frame is painted. Returns a function that cancels it. */
export function afterPaint (run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => { timer = setTimeout(run) })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
