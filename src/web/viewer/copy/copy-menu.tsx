// In which form requests are copied. (A stand-in.)
import type { Entry } from '../../../schema/entry.js'

export function CopyMenu (_: { entries: readonly Entry[] }) {
  return null
}
