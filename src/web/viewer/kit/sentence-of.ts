// The message of an error, in the language of the page.
import { words } from '../words/words.js'

export function sentenceOf (error: unknown): string {
  return words.peek().session.reason(error instanceof Error ? error.message : String(error))
}
