// The Chinese words of saved/.
import { countText } from '../../../../text/count.js'
import type { Words } from '../en.js'

export const saved: Words['saved'] = {
  about: '关于此文件',
  saved: (when, count) => `保存于 ${when} · ${countText(count)} 条请求`,
  whole: count => `保存时的整个会话：${countText(count)} 条请求。`,
  part: count => `保存时会话的一部分：${countText(count)} 条请求。`,
  screenshots: count => `${count} 张截图，保持原样。`,
  leftOut: count => `${count} 张较早的截图因空间不足未包含。`,
  redacted: '名称看起来像敏感信息的值已被替换。截图未作处理，其中可能仍有敏感信息。',
  withSecrets: '此文件包含令牌、Cookie 和密码：请只分享给有权查看的人。',
  hasSecrets: '包含敏感信息',
  readOnly: '此文件为只读，不会发送任何请求。',
  version: version => `Earshot ${version}`,
  cut: '文件不完整，可能缺少请求。请重新导出或下载。',
  nothing: '此文件中没有会话，或无法读取。',
  keys: {}
}
