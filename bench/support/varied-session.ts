// A session like that of a real app: several hosts, hundreds of APIs, some errors, ids in most addresses, and a date and a unique id in the
// headers of each entry. The page is measured with this session, because entries that are all alike would cost less.
import { pushBatch } from './pushes.js'

const BATCH = 250
const APIS = 320
const HOSTS = ['api.shop.example', 'cdn.shop.example', 'auth.shop.example', 'search.shop.example:8443', 'metrics.example', 'img.example.net']
const NOUNS = ['orders', 'products', 'carts', 'users', 'sessions', 'payments', 'invoices', 'reviews', 'stores', 'coupons', 'returns', 'wishes',
  'events', 'prices', 'stocks', 'labels']
const VERBS = ['', '/items', '/history', '/status', '/search', '/summary', '/pages', '/images', '/tags', '/related']
const METHODS = ['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
const STATUSES = [
  ...Array.from({ length: 16 }, () => '200 OK'), '201 Created', '304 Not Modified', '404 Not Found', '422 Unprocessable Content',
  '500 Internal Server Error'
]

export interface Filling {
  count: number
  /** Of each entry's texts, about. */
  bytes: number
}

export async function fillVaried (address: string, session: string, { count, bytes }: Filling): Promise<void> {
  for (let at = 0; at < count; at += BATCH) {
    const pushes = Array.from({ length: Math.min(BATCH, count - at) }, (_, n) => variedPush(at + n, bytes, (count - at - n) * 20 + 1000))
    await pushBatch(address, session, pushes)
  }
}

/** `age`: how many milliseconds ago it began. */
export function variedPush (n: number, bytes: number, age: number): object {
  // Multiplied by primes, so that neighbors differ.
  const api = n * 7919 % APIS
  const [noun, verb] = [NOUNS[api % NOUNS.length], VERBS[Math.floor(api / NOUNS.length) % VERBS.length]]
  const [host, method] = [HOSTS[api % HOSTS.length], METHODS[Math.floor(api / 41) % METHODS.length] ?? '']
  const status = STATUSES[Math.floor(n * 23 / 7) % STATUSES.length]
  const id = (n * 7919 % 1_000_003).toString(36).padStart(4, '0')
  const item = (k: number) => ({
    id: n * 100 + k, sku: `${noun}-${id}-${k}`, title: `A ${noun} of some length, ${id}`, price: { amount: k * 1.5, currency: 'EUR' }
  })
  const items: object[] = []
  for (let size = 900; size < bytes; size += JSON.stringify(items.at(-1)).length + 1) items.push(item(items.length))
  return {
    requestId: `request-${n}`,
    api: `https://${host}/v1/${noun}/${n * 31 % 90_001}${verb}?page=${n % 9}&locale=en`,
    method,
    requestHeader: `Accept: application/json\r\nAccept-Language: en\r\nUser-Agent: Example/1.0 (Linux; Android 14) Shop/${n % 5}\r\n` +
      `X-Trace: ${id}${id}${id}\r\nAuthorization: Bearer ${id.repeat(12)}\r\n`,
    responseHeader: `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n` +
      `Date: ${new Date(Date.now() - age).toUTCString()}\r\nX-Request-Id: ${id}-${n}\r\nVary: Accept\r\n`,
    request: method === 'GET' || method === 'OPTIONS' ? '' : JSON.stringify({ note: `of ${noun}`, id: n }),
    response: JSON.stringify({ code: n % 50 === 0 ? 1001 : 0, message: n % 50 === 0 ? `The ${noun} are closed` : 'ok', items }),
    timeConsuming: 5 + n * 7919 % 900,
    age,
    pageParams: '{"tab":"orders"}',
    storage: `{"theme":"dark","visit":"${id}"}`
  }
}
