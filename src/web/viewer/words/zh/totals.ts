// The Chinese words of totals/.
import { countText } from '../../../../text/count.js'
import type { Words } from '../en.js'

export const totals: Words['totals'] = {
  size: '大小',
  sizeHint: '所有响应体的大小',
  span: '时长',
  spanHint: '从第一条请求开始到最后一条请求结束',
  median: '中位数',
  p95: 'p95',
  p95Hint: '95% 的请求耗时不超过此值',
  evicted: '已淘汰',
  evictedHint: '会话中已不再保留的较早请求：它们为较新的请求腾出了空间（MAX_ENTRIES、MAX_SESSION_BYTES）',
  count: count => countText(count),
  of: whole => `/ ${whole}`,
  selected: count => `已选 ${countText(count)} 条`,
  keys: {}
}
