// Which values are secrets, and what replaces them. Only these rules differ between the service and the recorder: the engine is the same.
import type { IsSecret } from './names.js'

export interface RedactionRules {
  isSecret: IsSecret
  /** The text that replaces a secret. */
  replacement: string
  /**
   * Whether text that looks like JSON is read as JSON, from `start` on. The service skips a text that is not valid JSON to its end;
   * the recorder also reads JSON that may have been cut.
   */
  isJson: (source: string, start?: number) => boolean
}
