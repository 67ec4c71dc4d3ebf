// Runs a React Native app with the built recorder, in a global scope of its own.
import { build } from 'esbuild'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import WebSocket from 'ws'
import type { CaptureState } from '../../../../src/web/capture/core/state.js'
import { giveGlobals } from './stand-in.js'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export interface Given { base: string, closed: string, file: string }

/** The recorder. Its own types need those of browsers, which the tests do not have. */
export interface NativeEarshot {
  state: CaptureState | undefined
  start: (options: {
    url: string, session: string, source?: string, initiator?: string, screen?: () => string, ignore?: (url: string) => boolean
  }) => void
  stop: () => void
  screenshot: (picture: { uri: string }) => Promise<string>
  wrapFetch: (native: typeof fetch) => typeof fetch
}

export interface App {
  Earshot: NativeEarshot
  usesOf: (given: Given) => Record<string, () => Promise<unknown>>
  run: (uses: object) => Promise<Record<string, unknown>>
  fetch: typeof fetch
  XMLHttpRequest: { prototype: Record<'open' | 'send' | 'setRequestHeader' | 'abort', (...args: unknown[]) => unknown> }
  WebSocket: typeof globalThis.WebSocket
  expo?: object
  /** The system tells the app. */
  turn: (state: string) => void
  warned: string[]
  /** Runs code in the app, such as the recorder's once more. */
  eval: (code: string) => unknown
  code: string
}

/** What Metro makes of the app, roughly. */
const bundled = build({
  stdin: {
    contents: `import 'whatwg-fetch'; import { Earshot } from '${here('../../../../dist/web/earshot-react-native.js')}'; import * as uses from './uses.js'
      Object.assign(globalThis, uses, { Earshot })`,
    resolveDir: here('.')
  },
  plugins: [{
    name: 'react-native',
    setup (build) {
      build.onResolve({ filter: /^react-native$/ }, ({ path }) => ({ path, namespace: 'system' }))
      build.onLoad({ filter: /./, namespace: 'system' }, () => ({ contents: 'export const { AppState, NativeModules } = globalThis.system' }))
    }
  }],
  bundle: true,
  format: 'iife',
  write: false,
  logLevel: 'error'
})

/** `prepare` runs before the app's code. */
export async function openApp (prepare = (_app: App) => {}): Promise<App> {
  const code = (await bundled).outputFiles[0]?.text ?? ''
  const listeners = new Set<(state: string) => void>()
  const warned: string[] = []
  const app = createContext({
    console: { ...console, warn: (text: string) => { warned.push(text) } },
    setTimeout,
    clearTimeout,
    AbortController,
    DOMException,
    WebSocket: class extends WebSocket {
      override binaryType = 'arraybuffer' as const
    },
    system: {
      AppState: {
        addEventListener: (_type: string, listener: (state: string) => void) => {
          listeners.add(listener)
          return { remove: () => listeners.delete(listener) }
        }
      },
      NativeModules: { SourceCode: { getConstants: () => ({ scriptURL: 'http://127.0.0.1:8081/index.bundle' }) } }
    }
  }) as unknown as App & { eval: (code: string) => unknown }
  const turn = (state: string) => { for (const listener of listeners) listener(state) }
  Object.assign(app, { globalThis: app, self: app, code, warned, turn })
  app.eval = text => runInContext(text, app) as unknown
  Object.assign(app, app.eval('({ JSON, Uint8Array })'))
  giveGlobals(app)
  prepare(app)
  app.eval(code)
  return app
}
