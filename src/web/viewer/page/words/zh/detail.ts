// What detail/ says, in Chinese.
import type { Words } from '../en.js'

export const detail: Words['detail'] = {
  keys: {}
}
