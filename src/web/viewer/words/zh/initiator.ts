// The Chinese words of initiator/.
import type { Words } from '../en.js'

export const initiator: Words['initiator'] = {
  title: '启动器',
  nameless: '（匿名）',
  library: '库',
  built: '构建产物：',
  copy: '复制调用栈',
  resolve: '用 source map 还原',
  from: hosts => `届时由本浏览器从 ${hosts} 加载脚本及其 source map，不携带 Cookie。`,
  loading: file => `正在读取 ${file} 及其 source map…`,
  faults: '未能还原的部分',
  status: (file, status) => `未能加载 ${file}：服务器返回 ${status}。`,
  otherHost: (file, host) => `source map ${file} 位于另一主机：${host}。`,
  allow: host => `从 ${host} 加载`,
  fault: {
    unreachable: file => `未能加载 ${file}：服务器没有响应，或不允许其他来源读取此文件（Access-Control-Allow-Origin: *）。`,
    mixed: file => `未能加载 ${file}：本页面使用 https，而文件使用 http，浏览器会拦截。`,
    slow: file => `${file} 在 30 秒内未到达。`,
    large: file => `${file} 超过 20 MiB。`,
    'no-map': file => `${file} 未指明 source map。`,
    'odd-address': file => `${file} 指明的 source map 地址无法由浏览器加载。`,
    broken: file => `${file} 中没有有效的 source map。`,
    dense: file => `${file} 的 source map 超过四百万个行和映射，无法读取。`,
    stuck: file => `读取 ${file} 的 source map 超过了 20 秒。`,
    nothing: file => `${file} 没有这些行的信息，可能属于脚本的另一版本。`
  }
}
