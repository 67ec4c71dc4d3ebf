// The names of browsers and devices, read from User-Agent headers as real browsers send them.
import t from 'tap'
import { devices } from 'playwright-core'
import { readUserAgent } from '../../src/exchange/user-agent.js'

const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

t.test('browser and device of well-known headers', async t => {
  for (const [header, browser, device] of [
    [devices['iPhone 15'].userAgent, 'Safari', 'iPhone'],
    [devices['iPad Pro 11'].userAgent, 'Safari', 'iPad'],
    [devices['Pixel 7'].userAgent, 'Chrome', 'Android'],
    [devices['Desktop Safari'].userAgent, 'Safari', 'Mac'],
    [devices['Desktop Firefox'].userAgent, 'Firefox', 'Windows'],
    [devices['Desktop Edge'].userAgent, 'Edge', 'Windows'],
    [`${IOS} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
    [`${IOS} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone'],
    [`${IOS} Mobile/15E148`, 'web view', 'iPhone'],
    [`${IOS} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI`, 'WeChat', 'iPhone'],
    [ANDROID, 'web view', 'Android'],
    [`${ANDROID.replace('; wv', '')} SamsungBrowser/25.0`, 'Samsung Internet', 'Android'],
    [`${WINDOWS} OPR/111.0`, 'Opera', 'Windows'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36', 'Chrome', 'ChromeOS'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36', 'Chrome', 'Linux']
  ] as const) t.same(readUserAgent(header), { browser, device }, header)
})

t.test('of others, nothing is told, however long they are', async t => {
  for (const header of ['', 'curl/8.5.0', 'node', '<script>alert(1)</script>', 'iPhone'.repeat(100_000).slice(6, 5), 'x'.repeat(1_000_000)]) {
    t.same(readUserAgent(header), {}, header.slice(0, 40))
  }
  t.same(readUserAgent('iPhone'.repeat(200_000)), { browser: 'web view', device: 'iPhone' })
})
