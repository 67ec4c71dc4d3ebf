// The module for workers that import the recorder: `earshot/capture/worker`.
import { workerEarshot } from './worker-earshot.js'

export type { CaptureState, WorkerEarshotApi, WorkerOptions } from './worker-earshot.js'

export const Earshot = workerEarshot()
