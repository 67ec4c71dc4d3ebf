// If the script of a worker cannot be loaded, the page gets an error event without details. If an import fails in our wrapper, the event
// has details, so we replace it by the event that the page would get without the recorder.

/** `wrapper`: the address of the script that imports the worker's own. */
export function hideFailedImport (worker: Worker, wrapper: string): void {
  // The first listener of the worker.
  worker.addEventListener('error', event => {
    if (!event.isTrusted || event.filename !== wrapper) return
    event.stopImmediatePropagation()
    event.preventDefault()
    worker.dispatchEvent(new Event('error', { cancelable: true }))
  })
}
