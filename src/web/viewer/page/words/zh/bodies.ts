// What bodies/ says, in Chinese.
import type { Words } from '../en.js'

export const bodies: Words['bodies'] = {
  keys: {}
}
