// What copy/ says, in Chinese.
import type { Words } from '../en.js'

export const copy: Words['copy'] = {
  keys: {}
}
