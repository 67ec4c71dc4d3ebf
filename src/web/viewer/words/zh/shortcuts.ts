// The Chinese words of page/shortcuts.tsx, which is loaded late.
import type { Words } from '../en.js'

export const shortcuts: Words['shortcuts'] = {
  groups: { filter: '筛选', list: '列表', entry: '请求', detail: '详情', page: '会话与页面' },
  /** The descriptions of shortcuts whose parts are loaded with the page: these words are loaded late. */
  actions: {
    list: {
      down: '下一条请求',
      up: '上一条请求',
      extend: '扩展选择',
      first: '第一条请求',
      last: '最后一条请求',
      page: '翻页',
      open: '打开详情',
      nextError: '下一个错误',
      previousError: '上一个错误',
      follow: '跟随最新',
      menu: '单元格菜单',
      apis: '接口表',
      delete: '删除'
    },
    page: {
      map: '显示快捷键',
      theme: '浅色或深色',
      back: '返回上一步'
    },
    session: {
      pause: '暂停或继续',
      clear: '清空会话'
    },
    filter: {
      focus: '筛选'
    },
    marks: { pin: '固定', color: '用颜色标记', note: '写备注' }
  },
  keys: {}
}
