// What counts as a secret and what comes in its place. In nothing else do the service and the recorder differ: both have this engine.
import type { IsSecret } from './names.js'

export interface Rules {
  isSecret: IsSecret
  /** Stands where a secret stood. */
  replacement: string
  /**
   * Whether what looks like JSON is read as JSON, from `start` on. The service leaves a text as it is that is none to its end; a text that
   * the recorder has may have been cut.
   */
  isJson: (source: string, start?: number) => boolean
}
