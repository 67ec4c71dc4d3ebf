// Tests the package as it is installed: packed, unpacked into an empty folder, and used through its exports. The exports work without the
// dependencies of the service, for example without Fastify.
import t, { type Test } from 'tap'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { minVersion, satisfies } from 'semver'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

t.test('the packed package', async t => {
  const { folder, archive } = await packed(t)
  const { exports } = JSON.parse(await readFile(join(folder, 'node_modules/earshot/package.json'), 'utf8')) as { exports: object }
  const names = Object.keys(exports).filter(name => name !== './package.json').map(name => name.replace('.', 'earshot'))
  t.same(names, [
    'earshot/feed', 'earshot/filter', 'earshot/capture', 'earshot/capture/rules', 'earshot/capture/worker', 'earshot/capture/node', 'earshot/capture/register',
    'earshot/capture/mini-program', 'earshot/capture/mini-program/rules', 'earshot/capture/react-native', 'earshot/playwright'
  ])

  await t.test('every link in its documents leads to a file of the package or to a website', async t => {
    const root = join(folder, 'node_modules/earshot')
    const documents = (await readdir(root, { recursive: true })).filter(name => name.endsWith('.md') && !name.startsWith('dist'))
    t.ok(documents.includes('README.md') && documents.includes('docs/api.md'))
    for (const document of documents) {
      const text = await readFile(join(root, document), 'utf8')
      for (const [, link = ''] of text.matchAll(/\]\(([^)#\s]+)/g)) {
        if (/^https?:/.test(link)) continue
        t.ok(existsSync(join(root, dirname(document), link)), `${document}: ${link}`)
      }
    }
  })

  await t.test('contains the license of every package that is bundled into it', async t => {
    const root = join(folder, 'node_modules/earshot/dist')
    const page = await readFile(join(root, 'web/licenses.md'), 'utf8')
    for (const name of ['preact', '@codemirror/view', 'diff', 'jsonc-parser', 'uqr']) t.match(page, `\n## ${name} - `)
    for (const file of ['cli/mcp/sdk', 'schema/typebox', 'json/table-scan', 'difference/sequence-difference']) {
      t.match(await readFile(join(root, `${file}.licenses.txt`), 'utf8'), /\((MIT|BSD-3-Clause|ISC)\)\n\n\S/, file)
    }
  })

  await t.test('the exports for Node work without other packages installed', async t => {
    const program = `
      import { SessionFeed } from 'earshot/feed'
      import { filter } from 'earshot/filter'
      import { Earshot } from 'earshot/capture/node'
      import { Earshot as Mini } from 'earshot/capture/mini-program'
      Earshot.start({ url: 'http://127.0.0.1:9', session: 'package-test-01' })
      console.log(typeof SessionFeed, filter('path:/a').text, Earshot.state.status, typeof Mini.request)
      Earshot.stop()`
    await writeFile(join(folder, 'use.mjs'), program)
    t.equal((await run(process.execPath, ['use.mjs'], { cwd: folder })).stdout, 'function path:/a recording function\n')
    await writeFile(join(folder, 'use.cjs'), "console.log(typeof require('earshot/capture/node').Earshot.start)")
    t.equal((await run(process.execPath, ['use.cjs'], { cwd: folder })).stdout, 'function\n', 'also with require()')
    await writeFile(join(folder, 'app.mjs'), "console.log('the app')")
    const env = { ...process.env, EARSHOT_URL: 'http://127.0.0.1:9', EARSHOT_SESSION: 'package-test-01' }
    for (const option of ['--require', '--import']) {
      t.same(await run(process.execPath, [option, 'earshot/capture/register', 'app.mjs'], { cwd: folder, env }),
        { stdout: 'the app\n', stderr: '' }, option)
    }
  })

  await t.test('mini-programs get one CommonJS file, without syntax that they do not support', async t => {
    const file = join(folder, 'node_modules/earshot/dist/mini-program/index.js')
    t.type((createRequire(import.meta.url)(file) as { Earshot: { start: unknown } }).Earshot.start, 'function')
    t.notMatch(await readFile(file, 'utf8'), /\brequire\(|^import |\?\?|\?\.[a-z]|\.at\(|replaceAll|structuredClone/m)
  })

  await t.test('its types work with bundlers and with Node', async t => {
    for (const name of ['typebox', 'ws', '@types', '@playwright']) await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
    await writeFile(join(folder, 'use.ts'), `
      import { SessionFeed, NothingMatched, type FeedState } from 'earshot/feed'
      import { filter, type Entry } from 'earshot/filter'
      import { Earshot, type CaptureState } from 'earshot/capture'
      import { Earshot as WithRules } from 'earshot/capture/rules'
      import { Earshot as InWorker } from 'earshot/capture/worker'
      import { Earshot as Node, type CaptureOptions } from 'earshot/capture/node'
      import { Earshot as Mini } from 'earshot/capture/mini-program'
      import { Earshot as MiniWithRules } from 'earshot/capture/mini-program/rules'
      import { Earshot as InNative } from 'earshot/capture/react-native'
      import 'earshot/capture/register'
      import { mergeTests, test as base } from '@playwright/test'
      import { expect, test } from 'earshot/playwright'
      export const merged = mergeTests(test, base.extend<{ shop: string }>({ shop: 'https://shop.example' }))
      test('an order', async ({ page, earshot }) => {
        await page.goto('/')
        const order: Entry = await earshot.waitFor('path:/orders', { timeoutMs: 5000 })
        expect(order.method).toBe('POST')
      })
      merged('both', async ({ earshot, shop }) => { await earshot.waitFor(shop) })
      const options: CaptureOptions = { url: 'https://earshot.example', session: '123456789012345', mask: { names: ['default'] } }
      Earshot.start(options)
      WithRules.start({ ...options, rules: true })
      InWorker.start(options)
      Node.start(options)
      Mini.start({ ...options, source: 'a shop' })
      InNative.start({ ...options, screen: () => 'Home' })
      export const recordedFetch: typeof fetch = InNative.wrapFetch(fetch)
      MiniWithRules.start({ ...options, rules: ['api.example.com'] })
      const states: (CaptureState | undefined)[] = [Earshot.state, Node.state, Mini.state]
      const feed = new SessionFeed({ url: options.url, sessionId: options.session, onState: (state: FeedState) => state.name })
      const order: Promise<Entry> = feed.waitFor(filter('path:/orders'), { timeoutMs: 5000 })
      const other = feed.waitFor(({ api }) => api === '/', {}).catch((error: unknown) =>
        error instanceof NothingMatched ? error.near[0]?.api : '')
      // @ts-expect-error a session is a text
      Node.start({ url: '', session: 1 })
      export { states, feed, order, other }`)
    for (const [module, moduleResolution] of [['nodenext', 'nodenext'], ['esnext', 'bundler']]) {
      const compilerOptions = {
        noEmit: true, strict: true, skipLibCheck: true, target: 'es2023', lib: ['es2023', 'dom'], types: [], module, moduleResolution
      }
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
      const { stdout } = await run(join(ROOT, 'node_modules/typescript/bin/tsc'), ['-p', folder]).catch((error: unknown) =>
        error as { stdout: string })
      t.equal(stdout, '', `resolves with ${moduleResolution}`)
    }
  })

  await t.test('publint and arethetypeswrong find no problems', async t => {
    const { messages, pkg } = await publint({ pkgDir: join(folder, 'node_modules/earshot'), strict: true })
    // `main` is for `node <main>`, which starts the service; an import must not start it.
    const said = messages.filter(({ code }) => code !== 'EXPORTS_MISSING_ROOT_ENTRYPOINT')
    t.same(said.map(message => formatMessage(message, pkg, { color: false })), [])
    const checked = await checkPackage(createPackageFromTarballData(await readFile(archive)))
    const problems = checked.types ? checked.problems : undefined
    // Since Node 20.19, CommonJS may require ES modules; and the module resolution of Node 10 does not support exports.
    t.same(problems?.filter(({ kind }) => kind !== 'CJSResolvesToESM' && kind !== 'NoResolution'), [])
  })
})

// light-my-request is our dependency only for this: its newer versions, which Fastify would otherwise get, need a newer Node.
t.test('all dependencies run on the oldest supported Node', async t => {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const oldest = minVersion(packages['']?.engines?.node ?? '')
  t.equal(oldest?.version, '20.19.0')
  const installed = Object.entries(packages).filter(([, { dev, optional, engines }]) => !dev && !optional && engines?.node)
  t.ok(installed.length > 50)
  t.same(installed.filter(([, { engines }]) => !satisfies(oldest ?? '', engines?.node ?? '')).map(([path]) => path), [])
})

interface Locked { dev?: boolean, optional?: boolean, engines?: { node?: string } }

/** Runs `npm pack` without a build, and unpacks the package where `npm install` would put it. */
async function packed (t: Test): Promise<{ folder: string, archive: string }> {
  const folder = t.testdir()
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], { cwd: ROOT })
  const [{ filename } = { filename: '' }] = JSON.parse(stdout) as { filename: string }[]
  const target = join(folder, 'node_modules/earshot')
  await mkdir(target, { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components', '1'])
  return { folder, archive: join(folder, filename) }
}
