// Serves the built page. The files that it loads have a hash in their names and are cached forever; the page itself is revalidated each
// time. It contains no data, so it needs no token and no session. If the page was not built, the response says so.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { PAGE_POLICY, PREVIEW_POLICY, registerPageHeaders, SENDER_POLICY, VIEWER_POLICY, type Policy } from '../http/headers.js'

export interface PageOptions {
  /** Where the built page is. */
  folder: string
}

const UNDOCUMENTED = { schema: { hide: true } }
const FILE_NAME = /^[\w-][\w.-]*$/
const FOR_EVER = { maxAge: '365d', immutable: true }
const OWN_CACHE_CONTROL = { cacheControl: false }

export const pageRoutes: FastifyPluginAsync<PageOptions> = async (app, { folder }) => {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', UNDOCUMENTED, async () => { throw new ApiError('not_found', 'The page is not built: run `npm run build`') })
    return
  }
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  await app.register(async scope => await registerPage(scope, '/', 'index.html', VIEWER_POLICY))
  await app.register(async scope => await registerPage(scope, '/preview.html', 'preview.html', PREVIEW_POLICY))
  await app.register(async scope => await registerPage(scope, '/send.html', 'send.html', SENDER_POLICY))
  // The page fetches this as the template of saved files. It contains no data of its own, and may run no script here.
  await app.register(async scope => await registerPage(scope, '/saved-page.html', 'saved-page.html', PAGE_POLICY))
  app.get<{ Params: { file: string } }>('/assets/:file', UNDOCUMENTED, async ({ params: { file } }, reply) => {
    if (!FILE_NAME.test(file)) return reply.callNotFound()
    // The sandboxed pages have no origin, so even their own scripts are from another origin.
    reply.headers({ 'access-control-allow-origin': '*', vary: 'accept-encoding' })
    return reply.sendFile(`assets/${file}`, FOR_EVER)
  })
}

async function registerPage (scope: FastifyInstance, path: string, file: string, policy: Policy): Promise<void> {
  await registerPageHeaders(scope, policy)
  scope.get(path, UNDOCUMENTED, async (request, reply) => {
    if (path === '/' && lacksSlash(request)) return reply.redirect(withSlash(request))
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    return reply.sendFile(file, OWN_CACHE_CONTROL)
  })
}

// At BASE_PATH without a final slash, the relative URLs of the page would point one folder too high.
function lacksSlash ({ originalUrl }: FastifyRequest): boolean {
  return !originalUrl.split('?', 1)[0]?.endsWith('/')
}

// Relative, because a proxy may have removed a prefix of the path.
function withSlash ({ originalUrl }: FastifyRequest): string {
  const [path = '', ...query] = originalUrl.split('?')
  return [`./${path.split('/').at(-1)}/`, ...query].join('?')
}
