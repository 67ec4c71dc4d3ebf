// Whether an agent finds problems: twelve faults, each in a session of 300 requests. A client that knows only the descriptions of the tools
// finds each fault with at most three calls and 5 KB of answers.
import t from 'tap'
import { newSession, pushBatch } from '../../support/client.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { openAgent } from './agent.js'
import { FAULTS, WELL } from './faults.js'

const [MAX_CALLS, MAX_BYTES] = [3, 5 * 1024]

type Ask = <Answer>(tool: string, args?: object) => Promise<Answer>
interface Api {
  api: string
  count: number
  errors?: number
  duplicates?: number
  nPlusOne?: number
  outcomes: Record<string, number>
  lasts?: Record<string, string>
  odd?: string[]
  first: string
  last: string
  p95: number
}
interface Request {
  'response-body': string
  'response-headers': string
  verdict: string
  reason?: string
  url: string
  note?: string
  status: number
}
interface Rows { matched: number, requests: { id: string, url: string, why?: string }[] }
type Differences = Record<'request-headers' | 'response-body', { differences: { path: string, kind?: string, a?: unknown, b?: unknown }[] }>

const replica = await startReplica(t, await startRedis(t))

/** How the agent finds each fault, and a pattern that its final result must match. */
const AGENTS: Record<keyof typeof FAULTS, { find: (ask: Ask) => Promise<unknown>, says: RegExp }> = {
  'an error behind a 200': {
    find: async ask =>
      await showLast(ask, await worst(ask, ({ outcomes }) => Object.keys(outcomes).some(outcome => outcome.startsWith('200 [')))),
    says: /POST .*"status":200.*code 40013: stock reserved by another cart/
  },
  'one request for each item of a list': {
    find: async ask => await worst(ask, ({ nPlusOne = 0 }) => nPlusOne > 0),
    says: /GET \/products\/\*\/rating.*"nPlusOne":24/
  },
  'a slow API': {
    find: async ask => (await apisOf(ask)).reduce((slow, api) => api.p95 > slow.p95 ? api : slow),
    says: /GET \/search.*"p95":3200/
  },
  'a request that CORS forbids': {
    find: async ask => await showLast(ask, await worst(ask, ({ outcomes }) => '0' in outcomes)),
    says: /"url":"https:\/\/tiles\.maps\.example\/v2\/hamburg","state":"complete","status":0,"verdict":"failed","reason":"TypeError: Failed to fetch".*Origin: https:\/\/shop\.example/
  },
  'a token that expired': {
    find: async ask => await showLast(ask, await worst(ask, ({ outcomes }) => '401' in outcomes)),
    says: /\/customers\/\*\/profile.*"status":401.*The access token expired/
  },
  'a field that changed': {
    find: async ask => {
      const { first, last } = await worst(ask, ({ api }) => api === 'GET /products/*')
      const { 'response-body': body } = await ask<Differences>('compare_requests', { a: first, b: last })
      return body.differences.filter(({ kind }) => kind !== undefined)
    },
    says: /^\[\{"path":"price","kind":"removed","a":[\d.]+\},\{"path":"priceCents","kind":"added","b":\d+\}\]$/
  },
  'an order that was sent twice': {
    find: async ask => {
      await worst(ask, ({ api, duplicates = 0 }) => api.startsWith('POST') && duplicates > 0)
      return await ask<Rows>('list_requests', { filter: 'is:duplicate method:POST' })
    },
    says: /"matched":2,.*"url":"\/orders".*"url":"\/orders"/
  },
  'a body that was cut': {
    find: async ask => await worst(ask, ({ odd = [] }) => odd.some(what => what.startsWith('incomplete'))),
    says: /GET \/products".*incomplete: content-length is \d{3}, but only 120 bytes were recorded x\d+ \(\d+\)/
  },
  'a request that the app gave up': {
    find: async ask => {
      const given = await worst(ask, ({ api, outcomes }) => api.endsWith('/search') && 'canceled' in outcomes)
      return { ...await showLast(ask, given), errors: given.errors ?? 0 }
    },
    says: /"verdict":"canceled","reason":"canceled: AbortError.*"errors":0/
  },
  'a 500 for one user only': {
    find: async ask => {
      const { lasts } = await worst(ask, ({ outcomes }) => '500' in outcomes)
      const { 'request-headers': headers } = await ask<Differences>('compare_with_last_good', { id: lasts?.['500'] })
      const user = headers.differences.find(({ path }) => path === 'x-user')?.b
      return { user, others: (await ask<Rows>('list_requests', { filter: `status:500 -request-header:x-user=${String(user)}` })).matched }
    },
    says: /^\{"user":"13","others":0\}$/
  },
  'a redirect that goes round': {
    find: async ask => await showLast(ask, await worst(ask, ({ outcomes }) => '302' in outcomes)),
    says: /"302":12.*"url":"https:\/\/api\.shop\.example\/account".*Location: https:\/\/api\.shop\.example\/account"/
  },
  'a page in place of JSON': {
    find: async ask => {
      const { odd: [what] = [], last } = await worst(ask, ({ odd = [] }) => odd.length > 0)
      return {
        what,
        ...await ask<Request>('get_request', { id: /\((\d+)\)$/.exec(what ?? '')?.[1] ?? last, parts: ['response-body'], limit: 300 })
      }
    },
    says: /application\/json, but the body is HTML or XML.*\/products\?page=.*<title>Sign in/
  }
}

for (const [name, { question, pushes }] of Object.entries(FAULTS)) {
  t.test(`${name}: ${question}`, async t => {
    const session = newSession()
    t.equal(pushes.length, 300)
    t.match(await pushBatch(replica, session, pushes), { body: { message: '300 of 300 recorded' } })
    const { client } = await openAgent(t, replica.url, session)
    let [calls, bytes] = [0, 0]
    const ask = async <Answer>(tool: string, args: object = {}): Promise<Answer> => {
      const { content, structuredContent } =
        await client.callTool({ name: tool, arguments: { ...args } }) as { content: { text: string }[], structuredContent: Answer }
      calls++
      bytes += Buffer.byteLength(JSON.stringify({ content, structuredContent }))
      return structuredContent
    }
    const { find, says } = AGENTS[name as keyof typeof FAULTS]
    t.match(JSON.stringify(await find(ask)), says)
    t.ok(calls <= MAX_CALLS, `${calls} calls`)
    t.ok(bytes <= MAX_BYTES, `${bytes} bytes`)
  })
}

t.test('in a session without faults, no API looks faulty', async t => {
  const session = newSession()
  await pushBatch(replica, session, WELL.pushes)
  const { call } = await openAgent(t, replica.url, session)
  const { apis, errors } = await call('summarize_session') as unknown as { apis: Api[], errors: number }
  t.same(apis.filter(api => api.errors ?? api.duplicates ?? api.nPlusOne ?? api.odd).map(({ api, outcomes }) => [api, outcomes]),
    [['GET /favicon.ico', { 404: errors }]])
})

async function apisOf (ask: Ask): Promise<Api[]> {
  return (await ask<{ apis: Api[] }>('summarize_session')).apis
}

/** Returns the first API that satisfies the condition. */
async function worst (ask: Ask, isMeant: (api: Api) => boolean): Promise<Api> {
  const api = (await apisOf(ask)).find(isMeant)
  if (!api) throw new Error('No API is like that')
  return api
}

/** Returns the last unsuccessful request, together with the figures of its API. */
async function showLast (ask: Ask, api: Api): Promise<object> {
  return { ...api, ...await ask<Request>('get_request', { id: Object.values(api.lasts ?? {})[0], limit: 500 }) }
}
