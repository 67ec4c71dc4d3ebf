// The Chinese words of the panel with the columns, and of the menu of a cell.
import { countText } from '../../../../text/count.js'
import type { Words } from '../en.js'

export const listMenus: Words['listMenus'] = {
  density: '行高',
  dense: '紧凑',
  roomy: '宽松',
  sortUp: '升序排列：',
  sortDown: '降序排列：',
  narrower: '变窄',
  wider: '变宽',
  removeColumn: '移除列',
  ownColumn: '自定义列',
  ownSource: '来源',
  ownName: '名称或路径',
  sources: { header: '请求标头/响应标头', query: '查询参数', json: 'JSON 正文', storage: '存储' },
  add: '添加',
  menu: '请求',
  only: what => `只看 ${what}`,
  not: what => `排除 ${what}`,
  copyCell: '复制该值',
  isFailure: (code, host) => `在 ${host} 上将业务码 ${code} 视为失败`,
  isSuccess: (code, host) => `在 ${host} 上将业务码 ${code} 视为成功`,
  delete: count => count === 1 ? '删除' : `删除 ${countText(count)} 条请求`,
  keys: {}
}
