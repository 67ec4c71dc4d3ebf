// The Chinese words of start/.
import type { Words } from '../en.js'

export const start: Words['start'] = {
  name: '连接应用',
  title: '连接应用',
  subtitle: '任选一种方式。收到第一个请求后，此页面会变成请求列表。',
  copy: '复制',
  script: '网页',
  scriptWhy: '把这一行放在网页 <head> 的最前面：它会记录网页发出的每个请求。',
  phone: '手机',
  phoneWhy: '在应用页面中放一次脚本（不带 data-session）。它会一直休眠，直到通过此二维码打开页面。',
  appPage: '应用页面的地址',
  qr: address => `${address} 的二维码`,
  onlyHere: '手机无法访问此地址。请用 HOST=0.0.0.0 启动服务，并通过本机的网络地址打开此页面。',
  bookmark: '任意网页（小书签）',
  bookmarkWhy: '把它拖到书签栏，然后在想要查看的网页上点击。',
  bookmarkName: session => `Earshot ${session}`,
  bookmarkDrag: '请把它拖到书签栏：它用于其他网页',
  node: 'Node',
  nodeWhy: '无需改动程序，即可记录 Node 程序通过 fetch、http 和 https 发出的请求；无需安装任何东西。',
  proxy: 'Python、Java、PHP、原生应用',
  proxyWhy: '适用于任何可以设置 API 地址（base URL）的应用：在这里写上你的 API，并把应用的地址改为 http://127.0.0.1:4000。代理会转发并记录所有请求。',
  miniProgram: '小程序（微信、支付宝、抖音、uni-app）',
  miniProgramWhy: '放到 app.js 旁边，并把下面两行写在 app.js 最前面。请把本服务的域名加入 request 合法域名。',
  curl: '任何能发送 HTTP 的程序',
  curlWhy: '一个请求分两个阶段推送：开始时，以及收到响应之后。',
  pushToken: '应用在这里推送需要令牌。它会写入下面的代码：',
  waiting: '正在等待第一个请求',
  waitingWhy: '它会立即出现在所有打开此会话的屏幕上。',
  keys: {}
}
