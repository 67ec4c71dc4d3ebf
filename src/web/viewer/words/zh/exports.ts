// The Chinese words of session/export-items.tsx, which is loaded late.
import type { Words } from '../en.js'

export const exports: Words['exports'] = {
  pageHeading: '可离线打开的单个网页',
  pageAll: count => `全部导出为网页（${count} 条请求）`,
  pageShown: count => `仅导出筛选后的请求为网页（${count} 条）`,
  pageAllSecrets: count => `全部导出为网页，包含敏感信息（${count} 条请求）`,
  pageShownSecrets: count => `仅导出筛选后的请求为网页，包含敏感信息（${count} 条）`,
  harHeading: 'HAR 文件，供其他工具使用',
  exportAll: count => `全部导出为 HAR（${count} 条请求）`,
  exportShown: count => `仅导出筛选后的请求为 HAR（${count} 条）`,
  withSecrets: '包含令牌、Cookie 和密码',
  exportAllSecrets: count => `全部导出为 HAR，包含敏感信息（${count} 条请求）`,
  exportShownSecrets: count => `仅导出筛选后的请求为 HAR，包含敏感信息（${count} 条）`,
  goneMeanwhile: count => `有 ${count} 条请求已被删除或淘汰，未包含在内`,
  notSaved: reason => `未保存：${reason}`,
  keys: {}
}
