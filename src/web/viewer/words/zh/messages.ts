// The Chinese words of messages/.
import type { Words } from '../en.js'

export const messages: Words['messages'] = {
  list: '消息',
  filter: '筛选消息',
  direction: '方向',
  directions: { all: '全部', out: '发送', in: '接收' },
  follow: '跟随',
  followNewest: '停留在最新消息处',
  count: (shown, _all, dropped) => `${shown} 条消息${dropped === 0 ? '' : ` · ${dropped} 条已丢弃`}`,
  dropped: '已丢弃的消息为较新的消息腾出了空间，或从未到达',
  kinds: { text: '文本', binary: '二进制', event: '事件', open: '打开', close: '关闭', error: '错误' },
  noneYet: '尚无消息，收到后会显示在这里。',
  none: '未记录任何消息。',
  noneMatch: '没有匹配的消息。',
  reading: '正在读取消息…',
  failed: '无法读取消息。',
  content: '消息内容',
  empty: '此消息没有内容。',
  cut: (kept, size) => `仅保留了前 ${kept}，共 ${size}。`,
  eventId: id => `ID ${id}`,
  copy: '复制消息',
  close: '关闭消息',
  keys: {}
}
