// The options of the recorder of a Node process.
import type { CaptureOptions as SharedOptions, InitiatorOption } from '../core/options.js'

export interface CaptureOptions extends SharedOptions, InitiatorOption {}
