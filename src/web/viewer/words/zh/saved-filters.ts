// The Chinese words of filter/saved-filters-panel.tsx, which is loaded late.
import type { Words } from '../en.js'

export const savedFilters: Words['savedFilters'] = {
  save: '保存此筛选',
  saveAs: '筛选名称',
  saveDone: '保存',
  nothingSaved: '保存的筛选只存在此浏览器中。',
  forget: name => `移除 ${name}`,
  keys: {}
}
