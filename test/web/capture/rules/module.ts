// The module earshot/capture/rules, which a bundler builds into an app.
import t from 'tap'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { newSession } from '../../../support/client.js'
import { written } from '../../../support/rules.js'
import { until } from '../../../support/until.js'
import { open, recorded, replica, site } from '../browser/place.js'
import { AWAY, hasRules, rule, run } from './ruled.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

async function bundled (contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT }, bundle: true, format: 'iife', minify: true, write: false, logLevel: 'silent'
  })
  t.equal(outputFiles.length, 1)
  return `<script>${outputFiles[0]!.text.replaceAll('</script', '<\\/script')}</script>`
}

const appOf = (module: string, session: string) => bundled(`
  import { Earshot } from '${module}'
  window.api = Earshot
  Earshot.start({ url: '${replica.url}', session: '${session}', rules: true })
  fetch('/c?first').then(({ status }) => { window.first = status })`)

t.test('an app that imports earshot/capture/rules has rules from its first request on', async t => {
  const session = newSession()
  await written(t, replica, session, [rule('path:=/c', AWAY)])
  const asked: string[] = []
  const { page } = await open(t, await appOf('earshot/capture/rules', session), {
    prepare: async context => context.on('request', request => asked.push(request.url()))
  })
  await until('the rules are there', async () => await hasRules(page))
  await page.goto(`${site.url}/page?next`)
  await until('it is answered', async () => await run(page, 'window.first') !== undefined)
  t.equal(await run(page, 'window.first'), 503)
  t.same(asked.filter(url => url.endsWith('.js')), [], 'it loads nothing later')
  t.same((await recorded(session, 2)).map(({ rule }) => rule?.action), [undefined, 'respond'])
})

t.test('a page that has both modules has one recorder, with the part for rules', async t => {
  const session = newSession()
  await written(t, replica, session, [rule('path:=/c', AWAY)])
  const later = await bundled("import { Earshot } from 'earshot/capture/rules'; window.isSame = Earshot === window.api")
  const { page } = await open(t, await appOf('earshot/capture', session) + later)
  t.equal(await run(page, 'isSame'), true)
  await until('the rules are there', async () => await hasRules(page))
  t.equal(await run(page, "fetch('/c').then(({ status }) => status)"), 503)
  await recorded(session, 2)
})
