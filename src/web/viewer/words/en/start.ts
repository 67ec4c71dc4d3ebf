// The English words of start/.

interface Way {
  name: string
  kinds: string
  /** The titles of the three steps. */
  steps: [string, string, string]
  waitingWhy: string
  /** What to check if nothing arrives. */
  hints: string[]
}

const atOnce = 'The list opens here as soon as the first request arrives, for everyone who has this session open.'

const ways = {
  page: {
    name: 'A web page',
    kinds: 'in a browser on this machine',
    steps: ['Copy this script tag', 'Put it first in the page’s <head>', 'Reload the page'],
    waitingWhy: atOnce,
    hints: [
      'The browser’s console says if the script was blocked: a Content-Security-Policy of the page must allow its address.',
      'Requests that were sent before the script ran are not recorded.'
    ]
  },
  phone: {
    name: 'A page on a phone',
    kinds: 'also a tablet, a TV, a web view',
    steps: ['Put this script tag first in the page’s <head>', 'Enter the address of the page', 'Scan this code with the phone'],
    waitingWhy: atOnce,
    hints: [
      'The phone must be on the same network, and no firewall may block the port of this service.',
      'An https page cannot load a script from an address without TLS.',
      'A Content-Security-Policy of the page must allow the address of the script.'
    ]
  },
  miniProgram: {
    name: 'A mini-program',
    kinds: 'WeChat, Alipay, Douyin, uni-app',
    steps: ['Save this file next to app.js', 'Put these lines first in app.js', 'Allow this host'],
    waitingWhy: atOnce,
    hints: [
      'The console of the developer tools says if the host is not allowed.',
      'A phone must be able to reach this host.'
    ]
  },
  node: {
    name: 'A Node program',
    kinds: 'servers and scripts',
    steps: ['Download the recorder', 'Start the program with it', 'Make it send a request'],
    waitingWhy: atOnce,
    hints: ['Restart the program: a running one is not recorded.', 'Requests that native modules send themselves are not recorded.']
  },
  other: {
    name: 'Another language',
    kinds: 'Python, Java, PHP, native apps',
    steps: ['Start a proxy for your API', 'In the app, set the base URL of the API to the proxy', 'Use the app'],
    waitingWhy: atOnce,
    hints: [
      'The proxy prints the reason if it cannot record.',
      'If the app runs in a container: start the proxy with --host 0.0.0.0, and use the host’s address in the base URL, such as ' +
        'host.docker.internal.'
    ]
  },
  tests: {
    name: 'Tests',
    kinds: 'with Playwright',
    steps: ['Import from earshot/playwright', 'Run the tests', 'Open the session of a test'],
    waitingWhy: 'Requests of tests do not appear here, because each test has its own session. Requests of other apps do.',
    hints: ['The report of each test has the address of its session.']
  }
} satisfies Record<string, Way>

function on (device: string | undefined): string {
  if (device === undefined) return ''
  return ` on ${device.startsWith('i') ? 'an ' : device === 'Mac' ? 'a ' : ''}${device}`
}

export const start = {
  name: 'Connect an app',
  title: 'What are you debugging?',
  ways,
  copy: 'Copy',
  script: 'Script tag',
  scriptWhy: 'Put it before all other scripts, so that it records every request of the page.',
  phoneWhy: 'It does nothing until the page is opened by scanning the QR code.',
  address: 'The phone reaches this machine at',
  appPage: 'Your app’s page',
  appPageWhy: 'The address at which the phone opens your page. Leave it empty only if your app has a scanner of its own: the QR code ' +
    'then contains only the address of this service and the session id.',
  qr: (address: string) => `QR code of ${address}`,
  noAddress: 'No address was found at which a phone reaches this service. If the service listens only on this machine, start it with ' +
    'HOST=0.0.0.0. If it runs in Docker or behind a proxy, open this page at the address that the phone will use.',
  appOnlyHere: 'Phones cannot reach localhost: enter the address of the machine that serves the page.',
  mixed: 'An https page cannot load a script from an address without TLS.',
  bookmark: 'Or record any page with a bookmarklet',
  bookmarkWhy: 'Without changing the page: drag it to the bookmarks bar, and click it on the page that you want to record.',
  bookmarkName: (session: string) => `Earshot ${session}`,
  bookmarkDrag: 'Drag it to the bookmarks bar: it is for other pages',
  lines: 'Lines',
  host: 'Host',
  hostWhy: 'Add it to the request domains. During development, you can switch off the check of domains instead.',
  download: 'Download',
  command: 'Command',
  nodeWhy: 'fetch, http and https are recorded. The program needs no change, and nothing is installed.',
  proxyWhy: 'Put the address of your API in place of https://api.example.com.',
  baseUrl: 'Base URL',
  curl: 'Without a proxy: push each request to Earshot',
  curlWhy: 'For anything that can send HTTP. This pushes one request in two phases: when it starts, and when it is answered.',
  testsWhy: 'Instead of @playwright/test. The recorder is in every page of a test; the pages need no change.',
  testsSession: 'The report of each test has the address of its session. A failed test also has the session attached as a file.',
  pushToken: 'Apps need a token to push to this service. The code below will contain it:',
  rules: 'Let viewers apply rules to this app.',
  rulesWhy: 'This adds the opt-in to the code below. For development only: anyone who may write rules decides which responses the ' +
    'app gets.',
  check: 'Live check',
  waiting: 'Waiting for the first request.',
  loaded: ({ browser = 'a browser', device }: { browser?: string, device?: string }) =>
    `The script was loaded by ${browser === 'web view' ? 'a web view' : browser}${on(device)}; waiting for its first request.`,
  notLive: 'This page is not connected.',
  notLiveWhy: 'It cannot show requests now. It reconnects automatically.',
  nothing: 'No requests yet?',
  keys: {}
}
