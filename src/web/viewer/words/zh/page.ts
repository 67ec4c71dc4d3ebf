// The Chinese words of page/.
import type { Words } from '../en.js'

export const page: Words['page'] = {
  title: 'Earshot',
  theme: '主题',
  shortcuts: '键盘快捷键',
  shortcutsOn: '启用键盘快捷键',
  close: '关闭',
  back: '返回',
  more: '更多',
  actions: '操作',
  filter: '筛选',
  rules: '规则',
  messages: '消息',
  copied: '已复制',
  notCopied: '浏览器不允许复制',
  notLoaded: '加载失败。请确认服务正在运行，然后重试。',
  badSession: '会话 ID 应有 15 个字符。已打开一个新会话。'
}
