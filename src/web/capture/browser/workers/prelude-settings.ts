// The settings that a page passes to the recorder of a worker that it starts.
import type { WorkerOptions } from '../worker/worker-earshot.js'

export type PreludeOptions = Omit<WorkerOptions, 'ignore'>

export interface PreludeSettings {
  options: PreludeOptions
  /** The address that the page gave, absolute: the worker is told that it runs there. */
  address: string
  /** Whether relative addresses refer to it. */
  isBase: boolean
  /** Addresses of blobs that are no longer needed when the worker runs. */
  spent: string[]
}
