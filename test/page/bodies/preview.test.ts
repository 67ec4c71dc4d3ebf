// The preview of HTML bodies in a sandboxed frame: it renders their markup, and never runs scripts, loads resources or navigates.
import t from 'tap'
import { call } from '../../support/client.js'
import { openResponse } from '../support/bodies.js'
import { startHouse } from '../support/house.js'

const house = await startHouse(t)

t.test('the preview renders styles and data: images', async t => {
  const page = await openResponse(t, house, 'text/html',
    '<style>h1 { color: rgb(1, 2, 3) }</style><h1>Whoops</h1><img alt="own" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">')
  const frame = page.frameLocator('iframe[title="Preview of Response body"]')
  await frame.getByRole('heading', { name: 'Whoops' }).waitFor()
  t.equal(await frame.getByRole('heading').evaluate(element => getComputedStyle(element).color), 'rgb(1, 2, 3)')
  await frame.getByRole('img', { name: 'own' }).waitFor()
})

const HOSTILE = `<!doctype html><html manifest="https://evil.example/m"><head>
<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/refresh"><link rel="stylesheet" href="https://evil.example/a.css">
<style>@import "https://evil.example/b.css"; body { background: url(https://evil.example/c.png) } p { background: \\75rl("https://evil.example/d.png") } @font-face { font-family: x; src: url(https://evil.example/f.woff) } q { background-image: image-set("https://evil.example/g.png" 1x) }</style>
<script>alert(1)</script><script src="https://evil.example/e.js"></script></head>
<body onload="alert(2)" background="https://evil.example/bg.png"><h1>Still here</h1>
<img src=x onerror="alert(3)"><img/onerror=alert(11)/src=x><a title=""onclick=alert(12) onfocus>q</a><img src="https://evil.example/1.png" srcset="https://evil.example/2.png 2x" alt="left out"><svg onload="alert(4)"><script>alert(5)</script><image href="https://evil.example/3.png"/><use href="https://evil.example/4.svg#x"/><rect fill="url(https://evil.example/5.svg#g)" filter="url('https://evil.example/6.svg#f')"/><a xlink:href="javascript:alert(6)"><text>x</text></a></svg>
<iframe src="https://evil.example/frame" srcdoc="<script>alert(7)</script>"></iframe><object data="https://evil.example/o"></object><embed src="https://evil.example/em"><video src="https://evil.example/v" poster="https://evil.example/po" autoplay></video>
<a href="javascript:alert(8)">link</a> <a href="https://evil.example/away" ping="https://evil.example/ping" target="_top">away</a>
<form action="https://evil.example/form"><input name="a" autofocus onfocus="alert(9)"><button formaction="https://evil.example/fa">send</button></form>
<div style="background:url('https://evil.example/s.png');list-style:\\55 RL(https://evil.example/t.png)">styled</div><math><mtext><style><img src=x onerror=alert(10)></style></mtext></math><template><img src="https://evil.example/tp.png"></template></body></html>`

t.test('hostile HTML runs no script, loads nothing and does not navigate', async t => {
  const page = await openResponse(t, house, 'text/html', HOSTILE)
  const frame = page.frameLocator('iframe')
  await frame.getByText('Still here').waitFor()
  await frame.getByText('left out').waitFor()
  for (const name of ['link', 'away', 'send']) await frame.getByText(name, { exact: true }).click()
  t.ok(await frame.getByText('Still here').isVisible(), 'it is still the preview')
  t.equal(page.frames().length, 2)
  t.match(page.url(), new RegExp(`^${house.replica.url}`))
})

t.test('the CSP of the preview page gives it an opaque origin', async t => {
  const { headers } = await call(house.replica, '/preview.html')
  const policy = headers.get('content-security-policy') ?? ''
  for (const rule of ['sandbox allow-scripts', "default-src 'none'", "script-src 'self'", 'img-src data:']) {
    t.ok(policy.includes(rule), rule)
  }
  t.notMatch(policy, /allow-same-origin/)
})

t.test('plain text with the type text/html is shown as text', async t => {
  const page = await openResponse(t, house, 'text/html', 'just text & no markup')
  await page.frameLocator('iframe').getByText('just text & no markup').waitFor()
})
