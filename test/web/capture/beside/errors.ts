// Errors in the scripts of a page, and logged errors and warnings: how each becomes an entry in the service.
import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { outcomeOf } from '../../../../src/exchange/outcome.js'
import { filter } from '../../../../src/filter/entry-filter.js'
import type { Entry } from '../../../../src/schema/entry.js'
import { isFirefox } from '../../../support/browser.js'
import { newSession } from '../../../support/client.js'
import { open, recorded, site, tag } from '../browser/place.js'

/** A page whose scripts fail, with the recorder in its head. */
async function failing (t: Test, script: string, count: number, before = ''): Promise<{ page: Page, said: string[], entries: Entry[] }> {
  const session = newSession()
  const { page, said } = await open(t, `${before}${tag(session, 'data-errors')}<script>${script}</script>`)
  return { page, said, entries: await recorded(session, count) }
}

function brief ({ note, response }: Entry): [string | undefined, string] {
  return [note, response.split('\n')[0] ?? '']
}

t.test('an uncaught error of the first script of a page is an entry that failed, with message, place and stack', async t => {
  const { page, said, entries: [entry] } = await failing(t, 'function pay () { throw new TypeError("no card") }\npay()', 1)
  t.match(entry, {
    method: 'ERROR',
    api: /\/page:1:\d+$/,
    via: 'error',
    note: 'uncaught: TypeError: no card',
    response: isFirefox ? /^TypeError: no card\npay@.+\n/ : /^TypeError: no card\n +at pay \(.+\n/,
    pageParams: /a page/
  })
  t.equal(outcomeOf(entry!, Date.now()).verdict, 'failed')
  t.ok(filter('is:error via:error method:error')(entry!))
  t.equal(await page.evaluate('document.scripts.length > 1'), true)
  t.same(said, [])
})

t.test('rejections that nobody handles are entries, whatever they are rejected with', async t => {
  const { entries } = await failing(t, `
    const self = { password: 'x', get late () { throw new Error('a getter of the page was called') } }
    self.self = self
    for (const reason of [new RangeError('too many'), 'a text', undefined, null, 7n, Symbol('s'), self]) Promise.reject(reason)`, 7)
  t.same(entries.map(brief), [
    ['RangeError: too many', 'RangeError: too many'], ['a text', 'a text'], ['undefined', 'undefined'], ['null', 'null'], ['7', '7'],
    ['Symbol(s)', 'Symbol(s)'], ...['{"password":"[masked]","late":"[getter]","self":"[circular]"}'].map(text => [text, text])
  ].map(([said, response]) => [`unhandled rejection: ${said}`, response]))
})

t.test('what is logged as an error or a warning is an entry, masked, and still in the console', async t => {
  const { page, said, entries } = await failing(t, `
    const loop = [1, new Map([['token', 'x']]), document.createElement('p')]
    loop.push(loop)
    console.error('login of %s failed:', 'Ann', { password: 'x', at: new Error('inner').message }, loop)
    console.warn('GET https://a.test/b?token=x failed ' + JSON.stringify({ password: 'x' }))
    console.error(new Error('outer', { cause: new Error('inner') }))
    console.log('not this')`, 3)
  t.same(entries.map(({ note }) => note), [
    'console.error: login of Ann failed: {"password":"[masked]","at":"inner"} [1,{"token":"[masked]"},"[object HTMLParagraphElement]","[circular]"]',
    'console.warn: GET https://a.test/b?token=[masked] failed {"password":"[masked]"}',
    'console.error: Error: outer'
  ])
  t.match(entries[0]!.response, /\n(?: +at .+|@.+)\/page:\d+:\d+/, 'where it was logged')
  t.match(entries[2]!.response, /^Error: outer\n[^]*Caused by: Error: inner\n/)
  for (const { api } of entries) t.match(api, /\/page:\d+:\d+$/)
  t.equal(said.length, 4)
  const place = page.waitForEvent('console').then(message => message.location().url)
  await page.addScriptTag({ content: 'console.error("here")\n//# sourceURL=http://a.test/its-own.js' })
  t.equal(await place, 'http://a.test/its-own.js', 'the browser says where it was logged')
})

t.test('of a thousand errors in a loop, some are recorded, and the rest is counted', async t => {
  const session = newSession()
  const { page, said } = await open(t, tag(session, 'data-errors'))
  await page.evaluate('for (let n = 0; n < 1000; n++) console.error("again", n)')
  await page.evaluate('Earshot.stop()')
  const entries = await recorded(session, 51)
  t.same(entries.slice(48).map(({ note }) => note), [
    'console.error: again 48', 'console.error: again 49', 'not recorded: 950 more (limit: 50 errors and warnings in 10 s)'
  ])
  t.equal(said.length, 1000)
  await page.evaluate('console.error("after the end")')
  t.equal((await recorded(session, 51)).length, 51)
})

t.test('of an error that the browser hides, the entry says why', async t => {
  const script = `<script src="${site.other}/c?nocors&type=text/javascript&text=throw+1"><\\/script>`
  const { entries: [entry] } = await failing(t, `document.write('${script}')`, 1)
  t.match(entry, { note: /^uncaught: Script error\. The browser hides/, api: /\/page$/, response: /crossorigin/ })
})

t.test('handlers and consoles of the page stay as they are, before and after the recorder', async t => {
  const page = `
    addEventListener('error', event => { got.push('listener ' + event.message); event.preventDefault() })
    onerror = (message, file, line, column, error) => { got.push('onerror ' + error.message); return true }
    onunhandledrejection = event => { got.push('rejection ' + event.reason); event.preventDefault() }
    { const { warn } = console; console.warn = function (...given) { got.push('warn ' + given); return warn.apply(this, given) } }
    setTimeout(() => { throw new Error('first') })
    Promise.reject('second')
    console.error({ toString () { throw new Error('never called') } })
    console.warn('third')`
  const before = "<script>window.got = []; { const { error } = console; console.error = (...given) => { got.push('error'); error(...given); return 5 } }</script>"
  const { page: opened, entries } = await failing(t, page, 4, before)
  t.same(new Set(entries.map(({ note }) => note)), new Set([
    'uncaught: Error: first', 'unhandled rejection: second', 'console.error: {"toString":"function toString"}', 'console.warn: third'
  ]))
  t.same((await opened.evaluate<string[]>('got')).sort(), ['error', isFirefox ? 'listener Error: first' : 'listener Uncaught Error: first', 'onerror first', 'rejection second', 'warn third'])
  t.same(await opened.evaluate("[console.error('again'), String(console.error).slice(0, 10)]"), [5, '(...given)'])
})

t.test('what code that the recorder calls logs or throws, and the recorder\'s own warnings, make no further entries', async t => {
  const session = newSession()
  const { page, said } = await open(t, tag(newSession(), 'data-errors'))
  await page.evaluate(`
    Earshot.start({
      session: '${session}',
      ignore () { console.error('ignored'); throw new Error('ignore fails') },
      mask: { edit (push) { console.error('edited'); return push } }
    })
    console.error(new Proxy({}, { ownKeys () { console.error('in a trap'); throw new Error('trapped') } }))
    console.error('plain')
    Earshot.start({ session: 'too short' })`)
  t.same((await recorded(session, 1)).map(({ note }) => note), ['console.error: plain'])
  t.same(new Set(said.map(text => text.split(':')[0])), new Set([isFirefox ? 'Proxy' : 'Proxy(Object)', 'in a trap', 'ignored', 'plain', 'Earshot does not record', 'edited']))
})

t.test('without the attribute, nothing is recorded, and console and handlers are the browser\'s own', async t => {
  const session = newSession()
  const { page } = await open(t, `${tag(session)}<script>console.error('unheard')</script>`)
  await page.evaluate("fetch('/c').then(reply => reply.text())")
  t.same((await recorded(session, 1)).map(({ method }) => method), ['GET'])
  t.equal(await page.evaluate("performance.getEntriesByType('resource').some(({ name }) => name.includes('earshot-beside'))"), false)
})
