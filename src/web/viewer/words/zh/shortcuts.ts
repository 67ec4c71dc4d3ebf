// The Chinese words of page/shortcuts.tsx, which is loaded late.
import type { Words } from '../en.js'

export const shortcuts: Words['shortcuts'] = {
  groups: { filter: '筛选', list: '列表', entry: '请求', detail: '详情', page: '会话与页面' },
  keys: {}
}
