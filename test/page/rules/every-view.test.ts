// Runs axe on every view of the rules, and checks that nothing is wider than the window: in two of five looks (a width and a theme), or in
// all of them if nothing is left out.
import t from 'tap'
import type { Page } from 'playwright-core'
import { newSession, pushed } from '../../support/client.js'
import { isWhole } from '../../support/runs.js'
import { axe } from '../support/axe.js'
import { startHouse } from '../support/house.js'
import { openPage, pageUrl, visit } from '../support/open.js'
import { button, fromMore } from '../support/parts.js'
import { bar, editor, field, panel, putRules, rule } from './parts.js'

const { replica, browser } = await startHouse(t)
const session = newSession()
const id = await pushed(replica, session, {
  api: 'https://shop.example/v1/pay',
  method: 'POST',
  timeConsuming: 20,
  response: '{"ok":true}',
  responseHeader: 'HTTP/1.1 200 OK\nContent-Type: application/json',
  rule: { id: 'a', name: 'rule a', action: 'change' },
  originalResponse: '{"ok":false}'
})
const RULES = [
  rule('a', { times: 5, chance: 50, name: 'A rule with quite a long name, as people write them when they have time' }),
  rule('b', { enabled: false, action: { type: 'respond', status: 503, body: { text: '{"error":"busy"}' } } }),
  rule('c', { match: '', action: { type: 'change', request: { origin: 'https://b.example' }, response: { merge: { a: 1 } } } })
].map(({ expires: _, ...rest }) => rest)

const show = async (page: Page) => {
  await bar(page).getByRole('button', { name: 'Show' }).click()
  await panel(page).getByRole('listitem').first().waitFor()
}
const edit = async (page: Page, name: string) => {
  await show(page)
  await panel(page).getByRole('button', { name: `Edit ${name}` }).click()
  await editor(page).waitFor()
}

const VIEWS: [name: string, rest: string, act: (page: Page) => Promise<void>][] = [
  ['bar and sign', '', async page => { await page.getByRole('img', { name: 'rule: rule a' }).waitFor({ state: 'attached' }) }],
  ['list of rules', '', show],
  ['answer', '', async page => await edit(page, 'rule b')],
  ['change', '', async page => await edit(page, 'rule c')],
  ['fail', '', async page => await edit(page, RULES[0]!.name)],
  ['faults', '', async page => {
    await edit(page, 'rule b')
    await field(page, 'Status').fill('302')
    await field(page, 'Headers, one on each line').fill('no header')
    await editor(page).getByRole('combobox', { name: 'Which requests' }).fill('status:500')
    await button(page, 'Save').click()
    await editor(page).getByText('A rule cannot answer with a redirect').waitFor()
  }],
  ['the open request', `#e=${id}&t=response`, async page => { await page.getByText('Changed by the rule').waitFor() }],
  ['the original response', `#e=${id}&t=compare`, async page => { await page.getByText('ok: false → true').waitFor() }]
]

const LOOKS = [[360, 'light'], [360, 'dark'], [820, 'dark'], [1100, 'light'], [1400, 'dark']] as const

t.test('axe finds no violation in any view of the rules, and nothing is wider than the window', async t => {
  await putRules(replica, session, { rules: RULES })
  const page = await openPage(t, browser, pageUrl(replica, session))
  page.setDefaultTimeout(10_000)
  for (const [n, [name, rest, act]] of VIEWS.entries()) {
    // One load for each view, at another width each time: a load takes longer than axe.
    const looks = [...LOOKS.slice(n % LOOKS.length), ...LOOKS.slice(0, n % LOOKS.length)]
    await page.setViewportSize({ width: looks[0]![0], height: 800 })
    await visit(page, pageUrl(replica, session, rest))
    await bar(page).getByText('2 rules are active').waitFor()
    await act(page)
    for (const [width, colorScheme] of looks.slice(0, isWhole ? 5 : 2)) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.locator(`html${colorScheme === 'dark' ? '[data-theme=dark]' : ':not([data-theme=dark])'}`).waitFor()
      t.same(await axe(page), [], `${name}, ${width} px, ${colorScheme}`)
      t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} fits ${width} px`)
    }
  }
})

t.test('in Chinese, a filter that no rule can have, and a header that no browser sends, are refused in Chinese', async t => {
  await putRules(replica, session, { rules: RULES.slice(1, 2) })
  const page = await openPage(t, browser, pageUrl(replica, session), { locale: 'zh-CN' })
  await fromMore(page, '规则')
  await page.getByRole('button', { name: '编辑 rule b' }).click()
  const match = page.getByRole('dialog').getByRole('combobox', { name: '哪些请求' })
  const ENGLISH = /\b(rule|known|mean|search|value|there|term)\b/i
  for (const [text, says] of [
    ['status:500', /请求开始时还不知道“status”/], ['metod:get', /没有“metod:”这个键。是不是“method:”？/], ['method:gett', /键“method”不接受“gett”。是不是“get”？/],
    ['/(a+)+$/', /不接受正则表达式/], ['path:', /“path:”没有值/], ['a OR', /OR 的两边/], ['path:(a', /括号不成对/], ['"a', /引号没有闭合/],
    ['path=/a method:get', /是不是“path:\/a”/], ['method:get and path:/a', /请去掉它/], ['()', /没有条件/], ['a '.repeat(101), /最多可以将请求与 100 个值比较；这里有 101 个/]
  ] as const) {
    await match.fill(text)
    const said = page.getByRole('dialog').getByText(says)
    await said.waitFor()
    t.notMatch(await said.textContent(), ENGLISH, text)
  }
  await match.fill('path:/a')
  await page.getByRole('textbox', { name: '标头，每行一个' }).fill('a: 1\nb: 忙')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('第 2 行：标头的值只能包含 Latin-1 字符').waitFor()
  t.same(await axe(page), [])
})

for (const locale of ['en-GB', 'zh-CN']) {
  t.test(`two conflicting edits are shown without a violation, ${locale}`, async t => {
    const [stored] = await putRules(replica, session, { rules: RULES.slice(1, 2) })
    const page = await openPage(t, browser, pageUrl(replica, session), { locale })
    await fromMore(page, /^(Rules|规则)$/)
    await page.getByRole('button', { name: /(Edit|编辑) rule b/ }).click()
    await page.getByRole('combobox', { name: /^(Status|状态)$/ }).fill('500')
    await putRules(replica, session, { rules: [{ ...stored!, action: { type: 'respond', status: 504 } }] })
    await page.getByText(/504/).first().waitFor()
    t.same(await axe(page), [])
  })
}
