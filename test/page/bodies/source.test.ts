// The view "Pretty" of HTML, CSS, JavaScript and XML: it changes only whitespace, gives up after five seconds, and is not offered for very
// long texts.
import t from 'tap'
import type { Page } from 'playwright-core'
import { formattedSource } from '../../../src/web/viewer/model/bodies/source-format.js'
import { axe } from '../support/axe.js'
import { clipboard, openResponse, WITH_CLIPBOARD } from '../support/bodies.js'
import { startHouse } from '../support/house.js'
import { button } from '../support/parts.js'

const house = await startHouse(t)

/** The text of the editor, as it is shown. */
async function shown (page: Page): Promise<string> {
  const content = page.getByRole('textbox', { name: 'Response body' })
  await content.waitFor()
  return (await content.locator('.cm-line').allTextContents()).join('\n')
}

const SOURCES = [
  {
    type: 'text/javascript',
    source: 'function a(b){if(b){return`x`}return/[/]/.test(b)}',
    pretty: 'function a(b) {\n  if (b) {\n    return `x`\n  }\n  return /[/]/.test(b)\n}'
  },
  { type: 'text/css', source: 'a{color:red;background:url(x.png)}b{top:0}', pretty: 'a {\n  color: red;\n  background: url(x.png)\n}\n\nb {\n  top: 0\n}' },
  {
    type: 'application/xml',
    source: '<?xml version="1.0"?><order id="7"><item>tea</item><link><to/></link></order>',
    pretty: '<?xml version="1.0"?>\n<order id="7">\n  <item>tea</item>\n  <link>\n    <to />\n  </link>\n</order>'
  }
]

for (const { type, source, pretty } of SOURCES) {
  t.test(`${type} opens formatted; Raw shows it as it was recorded, and the copy is that`, async t => {
    const page = await openResponse(t, house, type, source, WITH_CLIPBOARD)
    await button(page, 'Pretty').and(page.locator('[aria-pressed=true]')).waitFor()
    t.equal(await shown(page), pretty)
    t.equal(pretty.replace(/\s/g, ''), source.replace(/\s/g, ''), 'only whitespace differs')
    await button(page, 'Copy body').click()
    await page.getByText('Copied').waitFor()
    t.equal(await clipboard(page), source)
    await button(page, 'Raw').click()
    t.equal(await shown(page), source)
  })
}

t.test('HTML opens as a preview; Pretty formats it, with its scripts and styles', async t => {
  const html = '<!doctype html><html><head><style>a{top:0}</style></head><body><main><p>tea <b>now</b></p></main><script>if(a){b()}</script></body></html>'
  const page = await openResponse(t, house, 'text/html', html)
  await button(page, 'Pretty').click()
  const text = await shown(page)
  for (const line of ['    a {', '    <p>tea <b>now</b></p>', '    if (a) {', '      b()']) t.ok(text.split('\n').some(other => other.endsWith(line)), line)
  t.same(await axe(page, '.detail-panel'), [])
})

t.test('broken code is formatted as far as it goes', async t => {
  t.equal(formattedSource('if(a){b(', 'javascript'), 'if (a) {\n  b(')
  t.match(formattedSource('<a><b>x</a', 'xml'), /^<a>/)
  t.match(formattedSource('a{color:', 'css'), /^a \{\n/)
})

t.test('the source can be searched, and folds', async t => {
  const page = await openResponse(t, house, 'text/javascript', 'function a(b){return b}function c(d){return d}')
  await shown(page)
  await page.getByRole('searchbox', { name: 'Find in body' }).fill('return')
  await page.getByText('1 of 2').waitFor()
})

t.test('what takes too long is shown as it was recorded, with a sentence', async t => {
  const page = await openResponse(t, house, 'text/css', 'a{top:0}', {
    // As if the formatter never ended: the worker is a real one that does not answer.
    before: async page => {
      await page.route(/source-worker/, async route => await route.fulfill({ contentType: 'text/javascript', body: 'for (;;) {}' }))
    }
  })
  await page.getByText('Formatting failed or took more than five seconds.').waitFor()
  t.equal(await shown(page), 'a{top:0}')
})

t.test('more than two million characters have no such view', async t => {
  const page = await openResponse(t, house, 'text/css', 'a{top:0}'.repeat(250_001))
  await button(page, 'Raw').waitFor()
  t.equal(await button(page, 'Pretty').count(), 0)
})
