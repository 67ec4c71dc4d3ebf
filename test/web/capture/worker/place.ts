// Workers of each kind, with and without the recorder in the first line of their script.
import type { Test } from 'tap'
import type { Page } from 'playwright-core'
import { open, replica, site } from '../browser/place.js'

export const KINDS = [
  'dedicated', 'dedicated module', 'dedicated blob', 'shared', 'shared module', 'service', 'service module'
] as const
export type Kind = typeof KINDS[number]

/** The line for a worker of this kind; `query`: what follows the session. */
export function line (kind: Kind, session: string, query = ''): string {
  const address = `${replica.url}/earshot-worker.js?session=${session}${query}`
  return kind.includes('module') ? `import '${address}'` : `importScripts('${address}')`
}

/** Each kind answers any message with what `app()` resolves with. */
const ENTRY = `
  const answer = async reply => reply(await app().catch(error => 'failed: ' + error))
  if (self.ServiceWorkerGlobalScope) {
    addEventListener('install', () => skipWaiting())
    addEventListener('activate', event => event.waitUntil(clients.claim()))
    addEventListener('message', event => event.waitUntil(answer(result => event.source.postMessage(result))))
  } else if (self.SharedWorkerGlobalScope) onconnect = ({ ports: [port] }) => { port.onmessage = () => answer(result => port.postMessage(result)) }
  else onmessage = () => answer(result => postMessage(result))`

let count = 0

/** Opens a page whose worker runs `app`, the source text of an async function, and returns its result. Its message is sent at once. */
export async function run (
  t: Test, kind: Kind, first: string, app: string, headers: Record<string, string> = {}
): Promise<{ result: unknown, page: Page, path: string, said: string[] }> {
  const path = `/workers/${count++}.js`
  site.scripts[path] = `${first}\nconst ORIGIN = '${site.url}'\nconst app = ${app}\n${ENTRY}`
  const { page, said } = await open(t, '')
  site.headers = headers
  const result = await page.evaluate(`(${START})(${JSON.stringify({ kind, path, text: site.scripts[path] })})`)
  return { result, page, path, said }
}

/** Runs in the page. */
const START = `({ kind, path, text }) => new Promise(resolve => {
  const type = kind.includes('module') ? 'module' : 'classic'
  setTimeout(() => resolve('hangs'), 15_000)
  if (kind.startsWith('service')) {
    navigator.serviceWorker.onmessage = ({ data }) => resolve(data)
    navigator.serviceWorker.register(path, { type, scope: '/' })
      .then(() => navigator.serviceWorker.ready).then(({ active }) => active.postMessage('go'))
      .catch(error => resolve('failed: ' + error))
    return
  }
  const isShared = kind.startsWith('shared')
  const address = kind.includes('blob') ? URL.createObjectURL(new Blob([text])) : path
  const worker = isShared ? new SharedWorker(address, { type, name: 'cache' }) : new Worker(address, { type, name: 'jobs' })
  const port = isShared ? worker.port : worker
  worker.onerror = ({ message }) => resolve('error: ' + message)
  port.onmessage = ({ data }) => resolve(data)
  // At once, before its script has loaded.
  port.postMessage('go')
})`
