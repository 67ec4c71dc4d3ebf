// The real runtimes of Taro and uni-app, on a stand-in for WeChat: an app gets the same answers without and with the recorder, its
// interceptors see only its own requests, and each request is recorded once. The runtimes read their platform when they load, so each is
// tested twice: loaded before the recorder starts, and loaded after that.
import type { Test } from 'tap'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { Earshot } from '../../src/web/capture/mini-program/earshot.js'
import type { PlatformAnswer } from '../../src/web/capture/mini-program/platform.js'
import { list, newSession } from '../support/client.js'
import { until } from '../support/until.js'
import { openServers } from '../web/capture/node/places.js'
import { standIn } from '../web/capture/mini-program/stand-in.js'

type Ask = (options: object) => Promise<PlatformAnswer>

interface Framework { request: Ask, uploadFile: Ask, downloadFile: Ask }

interface Runtime { name: string, source: string }

const RUNTIMES: Runtime[] = [
  {
    name: 'Taro on WeChat',
    source: `import Taro from '@tarojs/api'
      import { initNativeApi } from '@tarojs/plugin-platform-weapp/dist/runtime-utils'
      initNativeApi(Taro)
      Taro.addInterceptor(chain => {
        const { requestParams } = chain
        globalThis.intercepted.push(requestParams.url)
        return chain.proceed({ ...requestParams, header: { ...requestParams.header, 'x-from': 'interceptor' } })
      })
      export default Taro`
  },
  {
    name: 'uni-app on WeChat',
    source: `import uni from '@dcloudio/uni-mp-weixin/dist/uni.api.esm.js'
      uni.addInterceptor('request', { invoke (options) {
        globalThis.intercepted.push(options.url)
        options.header = { ...options.header, 'x-from': 'interceptor' }
      } })
      export default uni`
  }
]

/** What these runtimes read when they load, or before they call the platform. */
const PLATFORM = {
  getSystemInfoSync: () => ({ platform: 'devtools', language: 'en' }),
  getAppBaseInfo: () => ({}),
  getDeviceInfo: () => ({}),
  getWindowInfo: () => ({}),
  getSystemSetting: () => ({}),
  canIUse: () => true
}

export async function checkMiniPrograms (t: Test, installed: string, words: string[], url: string): Promise<void> {
  for (const runtime of RUNTIMES.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)))) {
    await t.test(runtime.name, async t => {
      const file = await bundled(t, runtime, installed)
      const servers = await openServers()
      t.teardown(() => servers.close())
      const base = `${servers.places.http}/c0`
      const without = await visit(file, base)
      for (const order of ['first', 'last'] as const) {
        const session = newSession()
        const withIt = await visit(file, base, { order, url, session })
        t.same(withIt, without, `the app saw the same, with the recorder ${order}`)
        const recorded = async () => await list({ url }, session)
        await until('all is recorded', async () => (await recorded()).length === 5 && (await recorded()).every(one => one.timeConsuming > 0))
        t.same((await recorded()).map(({ method, api }) => `${method} ${api.replace(base, '')}`).sort(),
          ['GET /json', 'GET /missing', 'GET /png', 'POST /echo', 'POST /echo'])
        t.match((await recorded()).find(({ api }) => api.endsWith('/json'))?.requestHeader, 'x-from: interceptor')
      }
    })
  }
}

/** What an app gets: without a recorder, or with one that starts before or after the runtime has loaded. */
async function visit (file: string, base: string, recorder?: { order: 'first' | 'last', url: string, session: string }): Promise<unknown[]> {
  const intercepted: string[] = []
  const wx = Object.assign(standIn('wx', 'writable'), PLATFORM)
  const nothing = () => {}
  const names = { wx, intercepted, getApp: () => ({}), getCurrentPages: () => [], App: nothing, Page: nothing, Component: nothing }
  Object.assign(globalThis, names)
  try {
    if (recorder?.order === 'first') Earshot.start(recorder)
    const { default: framework } = await import(`${pathToFileURL(file).href}?${Math.random()}`) as { default: Framework }
    if (recorder?.order === 'last') Earshot.start(recorder)
    const got: unknown[] = []
    const note = ({ statusCode, data }: PlatformAnswer) => { got.push([statusCode, data]) }
    note(await framework.request({ url: `${base}/json` }))
    await new Promise<void>(resolve => {
      framework.request({ url: `${base}/echo`, method: 'POST', data: { a: 1 }, success: note, complete: () => resolve() })?.catch?.(nothing)
    })
    note(await framework.request({ url: `${base}/missing` }))
    note(await framework.uploadFile({ url: `${base}/echo`, filePath: 'tmp/a.png', name: 'file', formData: { kind: 'photo' } }))
    got.push(await framework.downloadFile({ url: `${base}/png` }))
    return [got, intercepted.map(url => url.replace(base, ''))]
  } finally {
    Earshot.stop()
    for (const name of Object.keys(names)) Reflect.deleteProperty(globalThis, name)
  }
}

async function bundled (t: Test, { name, source }: Runtime, installed: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mini-program-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'runtime.mjs')
  const flags = ['ENABLE_COOKIE', 'ENABLE_INNER_HTML', 'ENABLE_ADJACENT_HTML', 'ENABLE_SIZE_APIS', 'ENABLE_TEMPLATE_CONTENT',
    'ENABLE_CLONE_NODE', 'ENABLE_CONTAINS', 'ENABLE_MUTATION_OBSERVER', '__VUE_PROD_DEVTOOLS__']
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: installed, sourcefile: name },
    bundle: true,
    write: false,
    format: 'esm',
    alias: { vue: join(installed, 'node_modules/@dcloudio/uni-mp-vue/dist/vue.runtime.esm.js') },
    define: {
      'process.env.TARO_ENV': '"weapp"',
      'process.env.TARO_PLATFORM': '"mini"',
      'process.env.FRAMEWORK': '"react"',
      'process.env.NODE_ENV': '"production"',
      'process.env.UNI_PLATFORM': '"mp-weixin"',
      __VUE_OPTIONS_API__: 'true',
      ...Object.fromEntries(flags.map(flag => [flag, 'false']))
    }
  })
  await writeFile(file, outputFiles[0]?.contents ?? '')
  return file
}
