// What start/ says, in Chinese.
import type { Words } from '../en.js'

export const start: Words['start'] = {
  keys: {}
}
