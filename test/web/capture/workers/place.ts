// Pages that start workers, with and without `data-workers`.
import type { Test } from 'tap'
import { newSession } from '../../../support/client.js'
import { open, site, tag, type Opened } from '../browser/place.js'

/** `blob` and `data`: addresses that the page makes of the script; `url`: an address of its origin. */
export type Kind = 'blob' | 'data' | 'url'

/** `isHeard`: whether `Worker` was replaced when the first script of the page ran. */
export interface Visit extends Opened { result: unknown, session: string, isHeard: unknown }

let count = 0

export function serveScript (text: string): string {
  const path = `/workers/from-page-${count++}.js`
  site.scripts[path] = text
  return path
}

/** Opens a page, whose first script starts the worker; the result is what the page has seen. `option`: the attribute, or nothing. */
export async function visit (
  t: Test, option: string, script: string, headers: Record<string, string> = {}
): Promise<Visit> {
  const session = newSession()
  const line = option && tag(session, `${option} nonce="n"`)
  const own = (text: string) => `<script nonce="n">${text}</script>`
  const head = `${own('native = Worker')}${line}${own(`isHeard = Worker !== native; result = (${script})()`)}`
  const opened = await open(t, head, { headers })
  return { ...opened, result: await opened.page.evaluate('result'), session, isHeard: await opened.page.evaluate('isHeard') }
}

/** The source text of a function that starts a worker with `text`, and resolves with what `watch(worker)` resolves with. */
export function starting (kind: Kind, text: string, options: object, watch: string): string {
  const path = kind === 'url' ? serveScript(text) : ''
  return `async () => {
    const text = ${JSON.stringify(text)}
    const blob = ${kind === 'blob'} ? URL.createObjectURL(new Blob([text], { type: 'text/javascript' })) : ''
    const address = blob || '${path}' || 'data:text/javascript,' + encodeURIComponent(text)
    const worker = new Worker(address, ${JSON.stringify(options)})
    if (blob) URL.revokeObjectURL(blob)
    return await Promise.race([(${watch})(worker, address), new Promise(resolve => setTimeout(resolve, 10_000, 'hangs'))])
  }`
}
