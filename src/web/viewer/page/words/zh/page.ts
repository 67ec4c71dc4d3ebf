// What page/ says, in Chinese.
import type { Words } from '../en.js'

export const page: Words['page'] = {
  title: 'Earshot',
  theme: '主题',
  shortcuts: '键盘快捷键',
  close: '关闭',
  back: '返回列表',
  keys: {
    map: '显示此列表',
    theme: '切换浅色或深色'
  }
}
