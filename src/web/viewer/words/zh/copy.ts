// The Chinese words of copy/.
import { countText } from '../../../../text/count.js'
import type { Words } from '../en.js'

/** By their English text in src/snippets. */
const REFUSALS: [text: RegExp, translation: string][] = [
  [/^Only requests to http or https addresses can/, '这种格式只能复制 http 或 https 地址的请求。'],
  [/^The method of this request is not a valid HTTP method/, '这不是有效的 HTTP 方法。'],
  [/^CONNECT opens a tunnel/, 'CONNECT 只建立隧道，没有可重新发送的内容。'],
  [/^wx\.request does not send a body with (\S+):.*/, 'wx.request 不能随 $1 发送正文：请使用 cURL。'],
  [/^wx\.request does not send (\S+):.*/, 'wx.request 不能发送 $1：请使用 cURL。'],
  [/^cmd cannot carry a binary body/, 'cmd 无法携带二进制正文：请使用 PowerShell。'],
  [/^cmd cannot carry non-ASCII/, 'cmd 无法携带 ASCII 之外的字符或控制字符：请使用 PowerShell。'],
  [/^The command is longer than cmd allows/, '命令超过 cmd 允许的长度：请使用 PowerShell。'],
  [/^fetch of Node sends no control characters/, 'Node 的 fetch 不能在标头中发送控制字符：请使用 cURL。'],
  [/^PowerShell sends nothing but printable ASCII/, 'PowerShell 只能在标头中发送可打印的 ASCII 字符：请使用 cURL。'],
  [/^PowerShell cannot send these cookies/, 'PowerShell 无法原样发送这些 Cookie：请使用 cURL。'],
  [/^The address or a header is longer than a command/, 'URL 或某个标头超过命令允许的长度。']
]

function refusal (text: string): string {
  const [known, translation = ''] = REFUSALS.find(([known]) => known.test(text)) ?? []
  return known ? translation.replace('$1', () => known.exec(text)?.[1] ?? '') : text
}

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
  refusal,
  gone: () => '未复制：请求已被删除或淘汰',
  keys: { last: '以上次的格式复制', value: '复制树中选中的值；未选中时复制响应体' }
}
