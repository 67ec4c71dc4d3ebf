// The Chinese words of copy/.
import { countText } from '../../../../text/count.js'
import type { Words } from '../en.js'

export const copy: Words['copy'] = {
  copy: '复制',
  copySome: count => `复制 ${countText(count)} 条`,
  copyAs: (count, label) => count === 1 ? `复制为 ${label}` : `将 ${countText(count)} 条复制为 ${label}`,
  copyLast: label => `复制为 ${label}（c）`,
  as: '其他格式',
  menu: '复制为',
  request: '请求',
  together: '多条请求合为一个文本',
  ticket: '请求与响应',
  values: '值',
  markdown: 'Markdown（不含敏感信息）',
  markdownSecrets: 'Markdown（含敏感信息）',
  har: 'HAR（不含敏感信息）',
  harSecrets: 'HAR（含敏感信息）',
  url: 'URL',
  requestBody: '请求体',
  responseBody: '响应体',
  link: '此请求的链接',
  copiedAs: label => `已复制为 ${label}`,
  copiedSome: (count, label, refused) => `已将 ${count} 条复制为 ${label}${refused > 0 ? `，${refused} 条无法复制` : ''}`,
  copiedFile: (label, file) => `已复制为 ${label}。正文过长，已另存为 ${file}，请与命令放在一起。`,
  failed: '浏览器不允许复制。',
  notRead: reason => `未复制：${reason}`,
  nothing: '没有可复制的内容',
  gone: () => '未复制：请求已被删除或淘汰',
  keys: { last: '以上次的格式复制', value: '复制树中选中的值；未选中时复制响应体' }
}
