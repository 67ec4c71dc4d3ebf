// What filter/ says, in Chinese.
import type { Words } from '../en.js'

export const filter: Words['filter'] = {
  keys: {}
}
