// What list/ says, in Chinese.
import type { Words } from '../en.js'

export const list: Words['list'] = {
  keys: {}
}
