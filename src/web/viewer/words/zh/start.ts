// The Chinese words of start/.
import type { Words } from '../en.js'

const atOnce = '第一条请求到达后，列表会立即在这里打开，所有打开此会话的人都会看到。'

const ways: Words['start']['ways'] = {
  page: {
    name: '网页',
    kinds: '在本机的浏览器中',
    steps: ['复制此脚本标签', '把它放在网页 <head> 的最前面', '重新加载网页'],
    waitingWhy: atOnce,
    hints: ['如果脚本被拦截，浏览器控制台会有提示：网页的 Content-Security-Policy 必须允许脚本的地址。', '脚本运行之前发出的请求不会被记录。']
  },
  phone: {
    name: '手机上的网页',
    kinds: '也适用于平板、电视和 WebView',
    steps: ['把此脚本标签放在网页 <head> 的最前面', '填写网页的地址', '用手机扫描此二维码'],
    waitingWhy: atOnce,
    hints: [
      '手机必须在同一网络中，防火墙不能拦截本服务的端口。',
      'https 网页不会从没有 TLS 的地址加载脚本。',
      '网页的 Content-Security-Policy 必须允许脚本的地址。'
    ]
  },
  miniProgram: {
    name: '小程序',
    kinds: '微信、支付宝、抖音、uni-app',
    steps: ['把此文件保存到 app.js 旁边', '把这两行写在 app.js 最前面', '允许此域名'],
    waitingWhy: atOnce,
    hints: ['如果域名不在合法域名中，开发者工具的控制台会有提示。', '在手机上运行时，手机必须能访问此域名。']
  },
  node: {
    name: 'Node 程序',
    kinds: '服务器和脚本',
    steps: ['下载记录器', '用它启动程序', '让程序发出一条请求'],
    waitingWhy: atOnce,
    hints: ['请重新启动程序：正在运行的程序不会被记录。', '原生模块自己发出的请求不会被记录。']
  },
  other: {
    name: '其他语言',
    kinds: 'Python、Java、PHP、原生应用',
    steps: ['为你的 API 启动代理', '在应用里把 API 的 base URL 设为代理', '使用应用'],
    waitingWhy: atOnce,
    hints: ['如果无法记录，代理会打印原因。', '在容器中，请使用宿主机的地址，例如 host.docker.internal，并给代理加上 --host 0.0.0.0。']
  },
  tests: {
    name: '测试',
    kinds: '使用 Playwright',
    steps: ['从 earshot/playwright 导入', '运行测试', '打开某个测试的会话'],
    waitingWhy: '每个测试都有自己的会话，这里只会出现其他应用发给此会话的请求。',
    hints: ['每个测试的报告都写有其会话的地址。']
  }
}

export const start: Words['start'] = {
  name: '连接应用',
  title: '你要调试什么？',
  ways,
  copy: '复制',
  script: '脚本标签',
  scriptWhy: '放在所有其他脚本之前：这样会记录网页发出的每条请求。',
  phoneWhy: '扫描二维码打开网页之后，它才会开始工作。',
  address: '手机通过此地址访问本机',
  appPage: '应用页面的地址',
  appPageWhy: '手机访问该页面所用的地址。如果应用自带扫码功能，请留空。',
  qr: address => `${address} 的二维码`,
  noAddress: '未找到手机可以访问的地址。如果服务只监听本机，请用 HOST=0.0.0.0 启动；如果服务运行在 Docker 中或代理之后，请用手机能访问的地址打开此页面。',
  appOnlyHere: '手机无法访问 localhost：请填写提供该网页的机器的地址。',
  mixed: 'https 网页不会从没有 TLS 的地址加载脚本。',
  bookmark: '或者用小书签记录任意网页',
  bookmarkWhy: '无需改动网页：把它拖到书签栏，然后在想要记录的网页上点击。',
  bookmarkName: session => `Earshot ${session}`,
  bookmarkDrag: '请把它拖到书签栏：它用于其他网页',
  lines: '代码',
  host: '域名',
  hostWhy: '把它加入 request 合法域名。开发时也可以关闭域名校验。',
  download: '下载',
  command: '命令',
  nodeWhy: '会记录 fetch、http 和 https。程序无需改动，也无需安装任何东西。',
  proxyWhy: '把 https://api.example.com 换成你的 API 地址。',
  baseUrl: 'Base URL',
  curl: '不用代理：自己发送每条请求',
  curlWhy: '适用于任何能发送 HTTP 的程序。一条请求分两个阶段：开始时，以及收到响应之后。',
  testsWhy: '代替 @playwright/test。测试的每个页面都带有记录器，页面无需改动。',
  testsSession: '每个测试的报告都写有其会话的地址；失败的测试会附上会话文件。',
  pushToken: '应用向此服务推送需要令牌。令牌会写入下面的代码：',
  rules: '允许查看者对此应用使用规则。',
  rulesWhy: '这会在下面的代码中启用规则。请只在开发期间使用：能编写规则的人都可以决定应用得到什么响应。',
  check: '连接检查',
  waiting: '正在等待第一条请求。',
  loaded: ({ browser = '浏览器', device }) =>
    `${device ? `${device} 上的 ` : ''}${browser === 'web view' ? 'WebView' : browser} 已加载脚本，正在等待它的第一条请求。`,
  notLive: '此页面未连接。',
  notLiveWhy: '目前无法显示请求。它会自动重新连接。',
  nothing: '没有收到请求？',
  keys: {}
}
