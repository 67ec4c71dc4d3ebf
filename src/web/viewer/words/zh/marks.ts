// The Chinese words of marks/.
import type { Words } from '../en.js'

export const marks: Words['marks'] = {
  region: '标记',
  pin: '固定',
  pinned: '已固定',
  colors: '颜色',
  color: { red: '红色', orange: '橙色', yellow: '黄色', green: '绿色', blue: '蓝色', purple: '紫色' },
  marked: color => `${color}标记`,
  note: '备注',
  noteHint: '所有查看者可见的备注',
  away: '无法连接服务。恢复连接后会发送标记。',
  noted: note => `备注：${note}`
}
