// If the script of a worker cannot be loaded, the browser tells the page without a reason. As an import that failed, it has one: then the
// page gets the event that it would get without the recorder.

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
