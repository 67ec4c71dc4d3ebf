// The Chinese words of list/.
import { countText } from '../../../../text/count.js'
import type { Words } from '../en.js'

export const list: Words['list'] = {
  name: '请求列表',
  pending: '进行中',
  noAnswer: '超时未响应',
  canceled: '已取消',
  failed: '失败',
  appError: '错误',
  done: '完成',
  fresh: count => `${countText(count)} 条新请求`,
  follow: '跳到最新',
  empty: '没有符合筛选条件的请求。',
  emptyRange: '这段时间内没有请求。',
  clearFilter: '显示全部',
  waiting: '还没有请求',
  waitingWhy: '应用一发出请求，就会显示在这里。',
  settings: '列与行',
  clock: '时间',
  clocks: { local: '本地', utc: 'UTC', since: '相对首条' },
  columns: {
    number: '#',
    start: '开始',
    method: '方法',
    status: '状态',
    code: '业务码',
    name: '名称',
    host: '主机',
    kind: '类型',
    size: '大小',
    time: '耗时',
    waterfall: '瀑布图'
  },
  apis: '接口',
  apisHint: '按方法和路径汇总的请求',
  duplicate: '重复',
  duplicateHint: '重复：一秒内有相同的请求',
  nPlusOne: 'N+1',
  nPlusOneHint: 'N+1：一秒内至少有五条仅 ID 不同的请求，此请求是其中之一',
  ruled: name => `规则：${name}`
}
