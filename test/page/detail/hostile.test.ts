// The details show every field of every entry as text. openPage fails if a script runs, a request is sent, or the console reports anything.
import t from 'tap'
import { openEntry } from '../support/bodies.js'
import { sampled } from '../../support/runs.js'
import { startHouse } from '../support/house.js'

const house = await startHouse(t, { env: { BODY_LIMIT: '64mb' } })

const HOSTILE = [
  '<script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)>', 'javascript:alert(1)',
  '"><iframe src=https://evil.example>', '</style><style>*{display:none}</style>',
  '<link rel=stylesheet href=//evil.example/x.css>', '\u202etxt.exe\u2066\u200b\u200d\ufeff\u0000\u001b[31m', '\ud800 \udc00 lone',
  '__proto__', 'constructor', '{"__proto__":{"polluted":1},"toString":null}',
  '[['.repeat(3000), 'w'.repeat(1_000_000), '%E0%A4%A', 'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+',
  '--X\r\nContent-Disposition: form-data; name="__proto__"; filename="../../x"\r\n\r\n<b>', 'eyJ.eyJ.x'
]

for (const hostile of sampled(HOSTILE, 2)) {
  const short = hostile.slice(0, 100)
  t.test(`the details show hostile content of any field as text only: ${JSON.stringify(short.slice(0, 30))}`, async t => {
    const header = `${hostile.replace(/[\r\n]/g, ' ')}: ${hostile}\nCookie: ${hostile}\nContent-Type: ${hostile.slice(0, 100)}`
    const fields = {
      api: hostile.slice(0, 200_000),
      requestHeader: header,
      responseHeader: `HTTP/1.1 200 ${short}\n${header}`,
      request: hostile,
      response: hostile,
      pageParams: hostile,
      storage: JSON.stringify({ [hostile]: hostile }),
      source: short,
      note: short,
      via: short.slice(0, 20),
      requestId: short
    }
    const page = await openEntry(t, house, fields, 'overview')
    const detail = page.getByRole('region', { name: 'Request details' })
    for (const tab of ['Overview', 'Storage', 'Request', 'Response']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tab', { name: tab, selected: true }).waitFor()
    }
    await page.locator('.body-views button').first().waitFor()
    for (const view of await page.locator('.body-views button').all()) await view.click()
    // eslint-disable-next-line no-control-regex
    t.notMatch(await detail.textContent(), /[\u202e\u2066\u200b\u0000\u001b]/, `${short.slice(0, 30)}: no invisible characters`)
    t.equal(await page.evaluate(() => (({}) as { polluted?: number }).polluted), undefined)
    t.equal(await page.locator('.detail iframe:not([sandbox="allow-scripts"]), .detail script, .detail link').count(), 0)
  })
}
