// The Chinese words of send/.
import type { Words } from '../en.js'

export const send: Words['send'] = {
  open: '编辑并重新发送',
  title: '编辑并重新发送',
  method: '方法',
  url: 'URL',
  headers: '请求标头，每行一个',
  body: '正文',
  kept: size => `已记录的正文（${size}）将原样发送。`,
  ownBody: '改写正文',
  credentials: '发送此浏览器为该主机保存的 Cookie（服务器必须允许来源 “null”）',
  notes: '发送之前',
  lacksHost: '未记录主机：请将 app.invalid 换成你的主机。',
  mixed: '此页面使用 https，而该 URL 使用 http：浏览器会拦截此请求。请复制为 cURL。',
  left: names => `浏览器会省略或自行填写：${names}。cURL 会原样发送。`,
  cors: '请求由此浏览器发送，来源为 “null”，不经过服务。只有服务器允许（CORS）时才能读取响应；否则请使用 cURL。',
  faults: {
    method: '这不是有效的 HTTP 方法。',
    forbiddenMethod: '浏览器不发送此方法。请复制为 cURL。',
    control: 'URL 中有换行或其他控制字符。',
    url: '这不是完整的 URL。',
    scheme: 'URL 必须以 http:// 或 https:// 开头。',
    user: '浏览器不接受 URL 中的用户名和密码：请改用 Authorization 请求标头。',
    bodyOfGet: '浏览器不会随 GET 和 HEAD 发送正文：请删除正文，或复制为 cURL。',
    header: line => `请求标头第 ${line} 行有误：请写成“名称: 值”，且不含控制字符。`
  },
  send: '发送',
  stop: '停止',
  curl: '复制为 cURL',
  frame: '发送器',
  notReady: '发送器仍在加载。服务不可用时无法加载，此时请复制为 cURL。',
  underWay: '正在发送…',
  outcome: '返回结果',
  took: (headers, total) => `${headers} 后收到响应标头，${total} 后全部收到`,
  redirected: '已重定向到',
  cut: {
    stopped: '已停止：以下是已收到的内容。',
    large: '只保留了前 20 MiB。',
    broken: '连接中断：以下是已收到的内容。'
  },
  failed: time => `${time} 后失败，未能读取响应：`,
  failedWhy: '主机无法访问，或 CORS 不允许读取其响应（请求可能已经送达）。浏览器不说明是哪一种：请尝试 cURL。',
  sentAt: time => `此浏览器，发送于 ${time}`,
  keys: { open: '编辑并重新发送' }
}
