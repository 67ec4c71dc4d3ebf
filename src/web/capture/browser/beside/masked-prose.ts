// Masks secrets in a sentence that may have JSON in it, as in `login failed {"password":"…"}`.
import type { Masker } from '../../core/mask.js'

const JSON_BEGINS = /[{[]\s*["'{[]/

export function maskedProse ({ note }: Masker, text: string): string {
  const at = text.search(JSON_BEGINS)
  return at < 0 ? note(text) : note(text.slice(0, at)) + note(text.slice(at))
}
