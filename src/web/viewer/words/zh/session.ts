// The Chinese words of session/.
import { countText } from '../../../../text/count.js'
import type { Words } from '../en.js'

/** By their English text in feed/channel.ts, feed/entry-lines.ts and model/session/api.ts, and in browsers. */
const REASONS = new Map(Object.entries({
  'cannot connect': '无法连接',
  'the service stopped responding': '服务没有响应',
  'the service is shutting down': '服务正在关闭',
  'the connection was lost': '连接已断开',
  'the updates were interrupted': '更新已中断',
  'this client reads too slowly': '页面接收过慢',
  'a change is missing': '缺少一条变更',
  'reading the list failed': '读取列表失败',
  'it took too long': '耗时过长',
  'the answer is incomplete': '传输中断',
  'the answer is not a list of entries': '收到的不是请求列表',
  'The service cannot be reached': '无法连接服务',
  'Failed to fetch': '无法连接服务',
  'NetworkError when attempting to fetch resource.': '无法连接服务',
  'Load failed': '无法连接服务'
}))

// A reason may be followed by another one: `reading the list failed: it took too long`.
function reason (text: string): string {
  if (text === 'Not found') return '该请求已不存在。'
  const [, first = '', rest] = /^(.+?)(?:: (.*))?$/s.exec(text) ?? []
  const known = REASONS.get(text) ?? REASONS.get(first)
  if (known === undefined) return text
  return rest === undefined ? known : `${known}：${reason(rest)}`
}

export const session: Words['session'] = {
  connection: '连接状态',
  live: '实时',
  connecting: '正在连接',
  closed: '已关闭',
  catchingUp: '正在同步',
  catchingUpOf: (listed, of) => `正在同步：${listed} / ${of}`,
  reconnecting: reason => `正在重新连接…（${reason}）`,
  refused: reason => `被拒绝：${reason}`,
  reason,
  inSeconds: seconds => `${seconds} 秒后重试`,
  now: '立即重连',
  asOf: time => `当前不是实时数据，列表截至 ${time}。`,
  tokenNeeded: '需要令牌',
  deletion: '删除',
  deleted: count => count === undefined ? '正在删除全部请求' : `正在删除 ${countText(count)} 条请求`,
  undo: '撤销',
  pause: '暂停',
  resume: '继续',
  held: changes => `${countText(changes)} 条待显示`,
  clear: '清空',
  menu: id => `会话 ${id}`,
  export: '导出',
  importFrom: '导入 HAR 文件…',
  importFile: '要导入的 HAR 文件',
  share: '分享',
  shareHint: '复制当前视图的链接',
  shareLink: '复制链接',
  shareToken: '复制带令牌的链接'
}
