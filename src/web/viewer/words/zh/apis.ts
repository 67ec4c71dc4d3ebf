// The Chinese words of apis/.
import { countText } from '../../../../text/count.js'
import type { Words } from '../en.js'

export const apis: Words['apis'] = {
  region: '接口',
  columns: { api: '接口', count: '数量', errors: '错误', repeats: '重复', p50: 'p50', p95: 'p95', bytes: '字节', last: '最近', times: '耗时' },
  meanings: {
    api: '方法、主机和路径，其中 ID 写作 *',
    count: '请求数',
    errors: '错误数',
    repeats: '一秒内的重复请求，以及只有 ID 不同的突发请求（N+1）',
    p50: '一半的请求耗时不超过此值',
    p95: '95% 的请求耗时不超过此值',
    bytes: '所有响应的字节数',
    last: '最近一次开始的时间',
    times: '总耗时；曲线为最近的请求'
  },
  groupedBy: '分组',
  by: { api: '接口', host: '主机', source: '应用' },
  unknown: '未知',
  sort: '排序',
  worst: '先错误数，再请求数',
  show: '显示它的请求',
  pending: count => `${countText(count)} 条进行中`,
  duplicates: count => `重复 ${count} 条`,
  nPlusOne: count => `${count} N+1`,
  more: count => `显示更多（${countText(count)}）`,
  spark: (count, least, most, last) => count === 1 ? `耗时 ${last}` : `最近 ${count} 条耗时 ${least} 至 ${most}，最后一条 ${last}`,
  keys: {}
}
