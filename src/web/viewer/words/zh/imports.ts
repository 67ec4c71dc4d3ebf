// The Chinese words of session/import-file.ts, which is loaded late.
import type { Words } from '../en.js'

export const imports: Words['imports'] = {
  reading: file => `正在读取 ${file}…`,
  progress: (file, done, of) => `正在导入 ${file}：${done} / ${of}`,
  stop: '取消',
  stopped: done => `已取消导入：已导入 ${done} 条请求`,
  done: (recorded, refused, reason) => refused === 0
    ? `已导入 ${recorded} 条请求`
    : `已导入 ${recorded} 条请求，${refused} 条被拒绝：${reason}`,
  brokeOff: (done, of, reason) => `导入中断：已处理 ${done} / ${of} 条请求：${reason}`,
  failed: reason => `未导入：${reason}`,
  keys: {}
}
