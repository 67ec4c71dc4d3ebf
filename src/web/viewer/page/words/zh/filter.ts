// What filter/ says, in Chinese.
import type { Words } from '../en.js'

export const filter: Words['filter'] = {
  focus: '过滤请求',
  keys: {}
}
