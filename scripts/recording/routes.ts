// The site and the API of the recorded shop, with examples of everything that an app may encounter. The first matching route answers a
// request.
import { readFileSync } from 'node:fs'
import { catalogueJson, feedXml, productJson, productsJson, PRODUCTS, stockCsv } from './goods.js'
import { gradientPng } from './png.js'
import type { Call, Reply, Route } from './server.js'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const PAGE_SIZE = 8

const SITE: Route[] = [
  route('GET', /^\/$/, () => ({
    headers: { 'content-type': 'text/html; charset=utf-8', 'set-cookie': ['visit=1; Path=/', 'theme=%E6%98%8E; Path=/; SameSite=Lax'] },
    body: site('index.html'),
    encoding: 'br'
  })),
  route('GET', /^\/shop\.js$/,
    () => ({ headers: { 'content-type': 'text/javascript; charset=utf-8' }, body: site('shop.js'), encoding: 'gzip' })),
  route('GET', /^\/shop\.css$/,
    () => ({ headers: { 'content-type': 'text/css; charset=utf-8' }, body: site('shop.css'), encoding: 'deflate' })),
  route('GET', /^\/logo\.svg$/, () => ({ headers: { 'content-type': 'image/svg+xml' }, body: site('logo.svg') })),
  route('GET', /^\/images\/([1-6])\.png$/, ({ params }) => ({
    headers: { 'content-type': 'image/png', 'cache-control': 'max-age=60' },
    body: picture(Number(params[0])),
    delayMs: 40 * Number(params[0])
  })),
  route('GET', /^\/thanks$/, () => text('Thank you! 謝謝! شكرا! תודה! 🙏🏽\n')),
  route('GET', /^\/légal\/年報\.txt$/, () => ({
    ...text('Nothing to declare. 該当なし。\n'),
    headers: { 'content-type': 'text/plain; charset=utf-8', 'content-disposition': "attachment; filename*=UTF-8''%E5%B9%B4%E5%A0%B1.txt" }
  }))
]

const GOODS: Route[] = [
  route('GET', /^\/api\/products$/, listProducts),
  route('HEAD', /^\/api\/products$/, () => ({ headers: { ...JSON_TYPE, 'x-total-count': String(PRODUCTS) } })),
  route('OPTIONS', /^\/api\/products$/, () => ({ status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } })),
  route('GET', /^\/api\/products\/(\d+)$/,
    ({ params }) => params[0] === '0' ? problem(404, 'no_such_product', 'No product has the id 0') : json(productJson(3))),
  route('GET', /^\/api\/products\/(\D+)$/, ({ params }) =>
    json(JSON.stringify({ slug: params[0], found: true, translations: { zh: '茶壺', ar: 'إبريق', he: 'קומקום', hi: 'केतली' } }))),
  route('GET', /^\/api\/search$/, ({ url }) => ({
    ...json(JSON.stringify({ q: url.searchParams.get('q'), hits: 0, didYouMean: null, lone: '\ud83d', nul: '\0' })),
    encoding: 'br',
    delayMs: 90
  })),
  route('GET', /^\/api\/catalogue$/, () => ({ ...json(catalogueJson()), encoding: 'gzip', delayMs: 150 })),
  route('GET', /^\/api\/stock\.csv$/, () => ({ headers: { 'content-type': 'text/csv; charset=utf-8' }, body: stockCsv() })),
  route('GET', /^\/api\/news\.xml$/,
    () => ({ headers: { 'content-type': 'application/xml; charset=utf-8' }, body: feedXml(), encoding: 'deflate' })),
  route('GET', /^\/api\/prices\.bin$/,
    () => ({ headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from(Array.from({ length: 256 }, (_, i) => i)) })),
  route('GET', /^\/api\/motd$/, () => ({
    headers: { 'content-type': 'text/plain; charset=iso-8859-1', 'x-greeting': 'Grüße' },
    body: Buffer.from('Grüße aus Köln, déjà vu\n', 'latin1')
  })),
  route('GET', /^\/api\/terms$/, ({ headers }) => ({
    status: headers['if-none-match'] ? 304 : 200,
    headers: { etag: '"terms-7"', 'content-type': 'text/html; charset=utf-8' },
    body: headers['if-none-match'] ? '' : '<h1>Terms</h1><p>Né à Genève 🇨🇭</p>'
  })),
  route('GET', /^\/api\/events$/, () => ({
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    body: ['event: price\ndata: {"id":9007199254740995}\n\n', 'data: 売り切れ\n\n', 'data: конец\n\n']
  }))
]

const ORDERS: Route[] = [
  route('POST', /^\/api\/session$/, ({ body }) => body.includes('wrong')
    ? problem(401, 'wrong_password', 'Mot de passe erroné')
    : {
        ...json('{"user":"Zoë 陳","roles":["customer"]}'),
        headers: { ...JSON_TYPE, 'set-cookie': ['sid=s%3A0001; Path=/; HttpOnly', 'lang=el; Path=/; Max-Age=3600'] }
      }),
  route('DELETE', /^\/api\/session$/, () => ({ status: 204, headers: { 'set-cookie': 'sid=; Path=/; Max-Age=0' } })),
  route('PUT', /^\/api\/cart\/items\/(\d+)$/,
    ({ body }) => ({ ...json(body.toString()), status: 201, headers: { ...JSON_TYPE, location: '/api/cart/items/1' } })),
  route('PATCH', /^\/api\/cart\/items\/(\d+)$/, ({ body }) => json(`{"patched":${body.toString()},"total":12345678901234567890.12}`)),
  route('DELETE', /^\/api\/cart\/items\/(\d+)$/, () => ({ status: 204 })),
  route('POST', /^\/api\/cart\/empty$/, () => ({})),
  route('POST', /^\/api\/orders$/, ({ body }) => body.includes('"items":[]')
    ? problem(422, 'empty_order', 'An order needs at least one item', { field: 'items', 提示: '購物車是空的' })
    : { ...json('{"order":9223372036854775807,"status":"accepted"}'), status: 201 }),
  route('POST', /^\/api\/coupons$/, ({ body }) => json(JSON.stringify(Object.fromEntries(new URLSearchParams(body.toString()))))),
  route('POST', /^\/api\/newsletter$/, () => ({ status: 303, headers: { location: '/thanks' } })),
  route('POST', /^\/api\/reviews$/, ({ headers, body }) => ({
    ...json(JSON.stringify({ type: headers['content-type']?.split(';')[0], bytes: body.length })), status: 201, delayMs: 200
  })),
  route('PUT', /^\/api\/avatar$/, ({ body }) => json(JSON.stringify({ bytes: body.length }))),
  route('POST', /^\/api\/log$/, () => ({ status: 202 })),
  route('POST', /^\/api\/graphql$/,
    () => json('{"data":{"viewer":{"name":"Zoë 陳"}},"errors":[{"message":"field ‘age’ is unknown","path":["viewer","age"]}]}'))
]

const DETOURS: Route[] = [
  route('GET', /^\/old-products$/, () => ({ status: 301, headers: { location: '/api/products?page=2' } })),
  route('GET', /^\/go\/tea$/, () => ({ status: 302, headers: { location: '/api/products/%E8%8C%B6%E5%A3%BA' } })),
  route('POST', /^\/api\/checkout$/, () => ({ status: 307, headers: { location: '/api/orders' } })),
  route('GET', /^\/api\/report$/, () => ({ ...json('{"ready":true,"took":"a while"}'), delayMs: 1200 })),
  route('GET', /^\/api\/recommendations$/, () => ({ headers: JSON_TYPE, endless: true, delayMs: 60_000 })),
  route('GET', /^\/api\/broken$/, () => ({ ...problem(500, 'internal', 'Ein unerwarteter Fehler 💥'), encoding: 'gzip' })),
  route('GET', /^\/api\/busy$/, () => ({ ...problem(503, 'busy', 'Come back later'), headers: { ...JSON_TYPE, 'retry-after': '1' } })),
  route('GET', /^\/api\/trace$/, ({ headers }) => ({
    ...json(`{"received":${String(headers['x-trace']).length}}`), headers: { ...JSON_TYPE, 'x-trace': 'a1b2c3d4;'.repeat(900) }
  })),
  route('GET', /^\/api\/nothing$/, () => ({ headers: JSON_TYPE }))
]

/** The answers of another site: browsers send a preflight before its PUT requests, and none before GET. */
const METRICS: Route[] = ['OPTIONS', 'PUT', 'GET'].map(method => route(method, /^\/metrics\//, () => ({
  status: method === 'OPTIONS' ? 204 : 200,
  headers: {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'PUT',
    'access-control-allow-headers': 'content-type, x-client',
    ...JSON_TYPE
  },
  body: method === 'OPTIONS' ? '' : '{"ok":true}'
})))

export const SHOP: Route[] = [...SITE, ...GOODS, ...ORDERS, ...DETOURS]
export const ELSEWHERE: Route[] = METRICS

function route (method: string, path: RegExp, reply: (call: Call) => Reply): Route {
  return { method, path, reply }
}

function listProducts ({ url }: Call): Reply {
  const page = Number(url.searchParams.get('page') ?? 1)
  if (!Number.isInteger(page) || page < 1) {
    return problem(400, 'bad_page', 'page must be a whole number from 1', { page: url.searchParams.get('page') })
  }
  const from = (page - 1) * PAGE_SIZE
  const items = productsJson(from, Math.max(0, Math.min(PAGE_SIZE, PRODUCTS - from)))
  const encoding = (['gzip', 'br', 'deflate'] as const)[page - 1]
  const next = from + PAGE_SIZE < PRODUCTS ? { link: `</api/products?page=${page + 1}>; rel="next"` } : {}
  return {
    ...json(`{"page":${page},"total":${PRODUCTS},"items":${items}}`),
    headers: { ...JSON_TYPE, ...next },
    delayMs: 60,
    ...encoding && { encoding }
  }
}

function json (body: string): Reply {
  return { headers: JSON_TYPE, body }
}

function text (body: string): Reply {
  return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

function problem (status: number, code: string, message: string, details?: object): Reply {
  return { ...json(JSON.stringify({ error: { code, message, ...details } })), status }
}

function site (name: string): string {
  return readFileSync(new URL(`site/${name}`, import.meta.url), 'utf8')
}

function picture (n: number): Buffer {
  return gradientPng(64, 64, [n * 40, 90, 160], [255 - n * 30, 220, n * 20])
}
