// What screenshots/ says, in Chinese.
import type { Words } from '../en.js'

export const screenshots: Words['screenshots'] = {
  keys: {}
}
