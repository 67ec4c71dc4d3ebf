// What session/ says, in Chinese.
import type { Words } from '../en.js'

export const session: Words['session'] = {
  keys: {}
}
