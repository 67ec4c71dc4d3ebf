// The Chinese words of screenshots/.
import type { Words } from '../en.js'

export const screenshots: Words['screenshots'] = {
  list: '截图',
  strip: '时间',
  drag: '拖动以只显示一段时间内的请求',
  reset: '显示全部时间',
  from: '从',
  to: '到',
  chosen: (from, to) => `${from} 至 ${to}`,
  hide: '隐藏时间条',
  show: '显示时间条',
  at: time => `${time} 的截图`,
  enlarge: time => `放大 ${time} 的截图`,
  dialog: '截图',
  previous: '上一张截图',
  next: '下一张截图',
  close: '关闭',
  position: (n, count) => `第 ${n} 张，共 ${count} 张`,
  around: count => `前后 5 秒内有 ${count} 条请求`,
  showAround: '显示这些请求',
  gone: '无法加载此图片：可能已为较新的截图腾出空间，或无法连接服务。',
  drop: '拖放图片即可添加为截图',
  uploaded: '已添加截图',
  noImage: '截图只能是 JPEG、PNG、WebP 或 GIF 图片。',
  failed: why => `截图添加失败：${why}`,
  keys: {}
}
