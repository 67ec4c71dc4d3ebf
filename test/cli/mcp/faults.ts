// Twelve sessions of a shop, each with 300 requests and a different fault.

/** A push as a recorder sends it. */
interface Push {
  api: string
  method: string
  requestHeader?: string
  request?: string
  responseHeader: string
  response: string
  timeConsuming?: number
  age?: number
  note?: string
}

export interface Fault {
  /** The question to an agent. */
  question: string
  pushes: Push[]
}

const HOST = 'https://api.shop.example'
const COUNT = 300
/** The time between two requests. */
const STEP_MS = 2000

type Change = (n: number, push: Push) => Push | Push[] | undefined

const JSON_HEADER = 'HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store'
const html = '<!doctype html><html><head><title>Sign in</title></head><body>Sign in to go on</body></html>'

/** Ordinary requests: several users, polling, a missing icon. */
const KINDS: ((n: number) => Push)[] = [
  n => get(`/products/${n % 40 + 1}`, product(n)),
  n => get(`/products?page=${n % 7 + 1}`, { code: 0, data: Array.from({ length: 8 }, (_, at) => product(n * 8 + at)) }),
  () => get('/notifications/unread', { code: 0, data: { unread: 0 } }),
  n => get(`/customers/${n % 30 + 1}/profile`, { code: 0, data: { name: `Customer ${n % 30 + 1}`, city: 'Hamburg' } }),
  n => ({
    ...get(`/cart/${n}/items`, { code: 0, data: { items: n % 3 + 1 } }),
    method: 'POST',
    request: JSON.stringify({ product: n % 40 + 1, count: 1 })
  }),
  n => get(`/search?q=kettle+${n}`, { code: 0, data: [product(n)], total: 1 }),
  n => ({ ...get('/orders', { code: 0, data: { id: 9000 + n } }), method: 'POST', request: JSON.stringify({ cart: n, total: 1990 + n }) }),
  n => get(`/orders/${9000 + n}`, { code: 0, data: { id: 9000 + n, state: 'paid', total: 1990 + n } }),
  n => n % 60 === 8
    ? { ...get('/favicon.ico', {}), responseHeader: 'HTTP/1.1 404 Not Found', response: '' }
    : get('/stock', { code: 0, data: { kettle: n % 5 } })
]

// A request for the rating of one product; 24 of these follow the nth request.
function rating (push: Push, n: number, at: number): Push {
  return { ...push, ...get(`/products/${at + 1}/rating`, { code: 0, data: { stars: 4 } }), age: (COUNT - n) * STEP_MS - at * 20 }
}

function get (path: string, response: unknown): Push {
  return { api: HOST + path, method: 'GET', responseHeader: JSON_HEADER, response: JSON.stringify(response) }
}

function product (n: number) {
  return { id: n % 40 + 1, name: `Kettle ${n % 40 + 1}`, price: 19.9 + n % 40, stock: n % 5 }
}

/** Makes a session of 300 requests, with the changes of `change`; its durations are those of a healthy service. */
function session (question: string, change: Change): Fault {
  const pushes: Push[] = []
  for (let n = 0; pushes.length < COUNT; n++) {
    const own = {
      requestHeader: `X-User: ${n % 30 + 1}\r\nAuthorization: Bearer secret-${n % 30 + 1}\r\nOrigin: https://shop.example`,
      timeConsuming: 20 + n * 7 % 60,
      age: (COUNT - n) * STEP_MS
    }
    const push = { ...own, ...KINDS[n % KINDS.length]!(n) }
    pushes.push(...[change(n, push) ?? push].flat())
  }
  return { question, pushes: pushes.slice(0, COUNT) }
}

const isApi = ({ api, method }: Push, path: RegExp, wanted = 'GET') => method === wanted && path.test(api.slice(HOST.length))

export const WELL = session('Is all well?', () => undefined)

export const FAULTS = {
  'an error behind a 200': session('Some customers cannot order, but all is 200. Why?', (n, push) =>
    isApi(push, /^\/orders$/, 'POST') && n % 5 === 0
      ? { ...push, response: '{"code":40013,"message":"stock reserved by another cart"}' }
      : undefined),

  'one request for each item of a list': session('The second page of the products takes long. Why?', (n, push) =>
    n === 100 ? [push, ...Array.from({ length: 24 }, (_, at) => rating(push, n, at))] : undefined),

  'a slow API': session('The app feels slow. Which request is it?', (_n, push) =>
    isApi(push, /^\/search/) ? { ...push, timeConsuming: 3200 } : undefined),

  'a request that CORS forbids': session('The map on the page of shops stays empty. Why?', (n, push) =>
    n % 50 === 2
      ? {
          ...push,
          api: 'https://tiles.maps.example/v2/hamburg',
          responseHeader: 'HTTP/1.1 0',
          response: '',
          note: 'TypeError: Failed to fetch'
        }
      : undefined),

  'a token that expired': session('Users are thrown out in the afternoon. Why?', (n, push) =>
    n > 240 && isApi(push, /^\/customers/)
      ? {
          ...push,
          responseHeader: 'HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n' +
            'WWW-Authenticate: Bearer error="invalid_token", error_description="The access token expired"',
          response: '{"error":"token expired"}'
        }
      : undefined),

  'a field that changed': session('Since noon the page of a product shows NaN. What changed?', (n, push) => {
    if (n < 150 || !isApi(push, /^\/products\/\d+$/)) return undefined
    const { price, ...others } = product(n)
    return { ...push, response: JSON.stringify({ ...others, priceCents: Math.round(price * 100) }) }
  }),

  'an order that was sent twice': session('A customer paid twice. Which orders were those?', (n, push) =>
    isApi(push, /^\/orders$/, 'POST') && n > 200 && n < 210
      ? [push, { ...push, age: (COUNT - n) * STEP_MS - 300, response: '{"code":0,"data":{"id":19000}}' }]
      : undefined),

  'a body that was cut': session('The app crashes now and then with "Unexpected end of JSON input". Where from?', (n, push) =>
    n > 200 && isApi(push, /^\/products\?/)
      ? { ...push, responseHeader: `${JSON_HEADER}\r\nContent-Length: ${push.response.length}`, response: push.response.slice(0, 120) }
      : undefined),

  'a request that the app gave up': session('The search shows nothing when somebody types fast. Does the server fail?', (n, push) =>
    isApi(push, /^\/search/) && n % 4 === 1
      ? { ...push, responseHeader: 'HTTP/1.1 0', response: '', note: 'canceled: AbortError: The user aborted a request' }
      : undefined),

  'a 500 for one user only': session('Support says that the profile fails for some people. For whom?', (n, push) =>
    isApi(push, /^\/customers/) && n % 30 + 1 === 13
      ? {
          ...push,
          responseHeader: 'HTTP/1.1 500 Internal Server Error\r\nContent-Type: application/json',
          response: '{"error":"cannot read city of null"}'
        }
      : undefined),

  'a redirect that goes round': session('After the login the app hangs. Why?', (n, push) =>
    n >= 250 && n < 262
      ? { ...push, ...get('/account', ''), responseHeader: `HTTP/1.1 302 Found\r\nLocation: ${HOST}/account`, response: '' }
      : undefined),

  'a page in place of JSON': session('The list of products says "Unexpected token <". Where does it come from?', (n, push) =>
    n > 250 && isApi(push, /^\/products\?/) ? { ...push, response: html } : undefined)
} satisfies Record<string, Fault>
