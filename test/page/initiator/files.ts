// A web server for an app, on its own origin, and apps that esbuild builds for it, minified and with source maps.
import { build, type BuildOptions } from 'esbuild'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'

export interface Served { body: string | Buffer, status?: number, headers?: Record<string, string> }

export const OPEN = { 'access-control-allow-origin': '*' }

/** Serves these files; other paths get 404. `asked`: the requests, with the headers that say who asks. */
export async function serveFiles (t: Test, files: Record<string, Served | undefined>) {
  const asked: { path: string, cookie: string | undefined, referer: string | undefined, origin: string | undefined }[] = []
  const server = createServer(({ url = '', headers: { cookie, referer, origin } }, reply) => {
    asked.push({ path: url, cookie, referer, origin })
    const { body, status = 200, headers = OPEN } = files[url.replace(/\?.*/, '')] ?? { body: 'not here', status: 404 }
    reply.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.close(); server.closeAllConnections() })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, files }
}

export const SOURCES = {
  'src/orders.ts': `export interface Order { id: number }

export async function loadOrder ({ id }: Order): Promise<Response> {
  const address: string = '/orders?id=' + id
  return await fetch(address)
}

export class Client {
  constructor (private readonly order: Order) {}
  async open (): Promise<void> {
    await loadOrder(this.order)
  }
}
`,
  'node_modules/lib/index.js': 'export function once (run) { let done = false; return () => { if (!done) { done = true; run() } } }\n',
  'src/main.ts': `import { once } from 'lib'
import { Client } from './orders.js'

const begin = once(() => { void new Client({ id: 7 }).open() })
begin()
`
}

/** Builds the sources above to `app.js`; returns the texts of the script and of its map, which is empty if it is inline. */
export async function builtApp (t: Test, options: BuildOptions = {}): Promise<{ script: string, map: string }> {
  const folder = t.testdir({})
  for (const [path, text] of Object.entries(SOURCES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'src/main.ts')],
    outfile: join(folder, 'dist/app.js'),
    bundle: true,
    minify: true,
    sourcemap: true,
    write: false,
    logLevel: 'error',
    ...options
  })
  const textOf = (name: string) => outputFiles?.find(({ path }) => path.endsWith(name))?.text ?? ''
  return { script: textOf('app.js'), map: textOf('app.js.map') }
}
