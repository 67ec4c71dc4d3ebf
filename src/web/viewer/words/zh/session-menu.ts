// The Chinese words of session/session-items.tsx, which is loaded late.
import { countText } from '../../../../text/count.js'
import type { Words } from '../en.js'

export const sessionMenu: Words['sessionMenu'] = {
  connect: '连接应用…',
  copyId: '复制会话 ID',
  fresh: '新建会话',
  viewers: count => count === 1 ? '只有你在查看' : `${countText(count)} 个页面正在查看（包括本页）`,
  sources: count => `${countText(count)} 个应用正在发送`,
  sourceHint: (time, pending) => `${pending > 0 ? `${countText(pending)} 条进行中 · ` : ''}最近 ${time}`,
  known: '看过的会话',
  forget: id => `移除 ${id}`,
  keys: {}
}
