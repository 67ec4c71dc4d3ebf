// Node's own functions, saved when the recorder was loaded: fake timers of the app must neither stop the recorder nor notice it.
import type * as Http from 'node:http'

export const { setTimeout: later, clearTimeout: never } = globalThis
export const { now: wallClockMs } = Date
export const nowMs = performance.now.bind(performance)

// Not imported: an import reads all exports, and with one of them Node loads its own undici, which replaces that of the app.
export const http: typeof Http = process.getBuiltinModule('node:http')
