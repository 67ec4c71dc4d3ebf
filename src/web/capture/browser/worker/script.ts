// /earshot-worker.js: the recorder that the script of a worker loads with
// `importScripts('https://earshot.example/earshot-worker.js?session=...')` or, in a module, with `import
// 'https://earshot.example/earshot-worker.js?session=...'`. Its options are in the query of its address.
import { quiet } from '../../core/host.js'
import { maskOf } from '../../core/options.js'
import { workerEarshot, type WorkerEarshotApi, type WorkerOptions } from './worker-earshot.js'

// No other way works both in a classic script and in a module.
const OWN_ADDRESS = /https?:\/\/[^\s()]*earshot-worker[^\s()]*?(?=:\d+(?::\d+)?\)?$)/m

const address = quiet(() => new URL(OWN_ADDRESS.exec(new Error().stack ?? '')?.[0] ?? ''))
const { session = '', mask, ...given } = Object.fromEntries(address?.searchParams ?? []) as Record<string, string | undefined>
const DEFAULTS: WorkerOptions = {
  // Up to the file name, without `assets/`.
  url: address ? address.origin + address.pathname.replace(/(?:assets\/)?[^/]*$/, '') : '',
  ...given as Partial<WorkerOptions>,
  session,
  ...(mask !== undefined && { mask: maskOf(mask) })
}

const earshot = workerEarshot()
const target = globalThis as { Earshot?: WorkerEarshotApi }
target.Earshot ??= {
  get state () { return earshot.state },
  start: (options: Partial<WorkerOptions>) => earshot.start({ ...DEFAULTS, ...options }),
  stop: () => earshot.stop()
}
// A worker must start, whatever happens to the recorder.
if (session) quiet(() => earshot.start(DEFAULTS))
