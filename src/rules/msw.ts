// Rules as a module of handlers for Mock Service Worker 2, which answers requests in tests without Earshot. The module stands by itself: it
// has the conditions of the filters as JavaScript. A rule that it cannot express is left out, and reported to the caller.
import { parse } from '../filter/parse.js'
import type { GivenRule, Respond, RuleAction, RuleBody, Wait } from '../schema/rule.js'
import { isBodiless } from './answer.js'
import { conditionsOf, source } from './msw-conditions.js'

export interface MswModule {
  text: string
  /** The rules that are not in it, with the reason as words. */
  leftOut: { rule: GivenRule, why: string }[]
}

export function mswModule (rules: readonly GivenRule[], origin: string): MswModule {
  const leftOut: MswModule['leftOut'] = []
  const handlers = rules.filter(({ enabled = true }) => enabled).flatMap((rule, n) => {
    const made = handlerOf(rule, n + 1)
    if ('text' in made) return [made.text]
    leftOut.push({ rule, why: made.reason })
    return []
  })
  return { text: `${headOf(origin)}\nexport const handlers = [\n${handlers.join(',\n')}\n]\n\n${TAIL}`, leftOut }
}

// Not inside headOf(), where it would begin a line: tools that search the source for imports would take it for one of this file.
const IMPORTS = "import { delay, http, HttpResponse, passthrough } from 'msw'"

function headOf (origin: string): string {
  return `// ${origin.replace(/[\r\n\u2028\u2029]/g, ' ')}
// Usage: setupServer(...handlers) of msw/node, or setupWorker(...handlers) of msw/browser. The first handler that answers is used, so their
// order matters. Call restart() before each test: it resets how often each rule has applied.
${IMPORTS}

/** How often each rule has applied. */
const used = new Map()
`
}

const VERBS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']

/** The source text of a handler; or why the rule cannot be expressed. */
function handlerOf ({ name, match, action, times, chance }: GivenRule, id: number): { text: string } | { reason: string } {
  const conditions = conditionsOf(parse(match))
  if ('reason' in conditions) return conditions
  const steps = stepsOf(action)
  if ('reason' in steps) return steps
  const verb = VERBS.find(verb => verb === conditions.method?.toLowerCase())
  const members = [
    `id: ${id}`, ...times === undefined ? [] : [`times: ${times}`], ...chance === undefined ? [] : [`chance: ${chance}`],
    ...verb || conditions.method === undefined ? [] : [`method: ${source(conditions.method)}`], ...conditions.members
  ]
  return {
    text: [
      `  // ${name.replace(/[\r\n\u2028\u2029]/g, ' ')}`,
      `  http.${verb ?? 'all'}('*', async ({ request }) => {`,
      `    if (!await applies(request, { ${members.join(', ')} })) return`,
      ...steps.map(step => `    ${step}`),
      '  })'
    ].join('\n')
  }
}

function stepsOf (action: RuleAction): string[] | { reason: string } {
  switch (action.type) {
    case 'respond': return respondSteps(action)
    case 'fail': return action.how === 'timeout' ? ['await delay(\'infinite\')'] : ['return HttpResponse.error()']
    // The next handler answers.
    case 'delay': return [delayStep(action.ms)]
    case 'pass': return ['return passthrough()']
    case 'change': return { reason: 'it changes a real request or its response' }
  }
}

function respondSteps ({ status, statusText, headers = [], body, delayMs }: Respond): string[] | { reason: string } {
  const content = body === undefined || isBodiless(status) ? 'null' : contentSource(body)
  if (content === undefined) return { reason: 'its body is stored in the service, not in the rule' }
  const init = [
    `status: ${status}`, ...statusText ? [`statusText: ${source(statusText)}`] : [],
    ...headers.length > 0 ? [`headers: [${headers.map(({ name, value }) => `[${source(name)}, ${source(value)}]`).join(', ')}]`] : []
  ]
  return [...delayMs === undefined ? [] : [delayStep(delayMs)], `return new HttpResponse(${content}, { ${init.join(', ')} })`]
}

function contentSource (body: RuleBody): string | undefined {
  return 'text' in body ? source(body.text) : 'base64' in body ? `bytes(${source(body.base64)})` : undefined
}

function delayStep (ms: Wait): string {
  return typeof ms === 'number' ? `await delay(${ms})` : `await delay(${ms[0]} + Math.random() * ${ms[1] - ms[0]})`
}

const TAIL = `/** Resets how often each rule has applied. */
export function restart () {
  used.clear()
}

/** Whether the rule applies now. It counts only requests that match. */
async function applies (request, { id, times = Infinity, chance = 100, ...conditions }) {
  if (!await matches(request, conditions)) return false
  // After the wait: another request may have been faster.
  if ((used.get(id) ?? 0) >= times || Math.random() * 100 >= chance) return false
  used.set(id, (used.get(id) ?? 0) + 1)
  return true
}

async function matches (request, { method = '', address = [], host = [], path = [], query = [], noQuery = [], headers = [], body }) {
  const url = new URL(request.url)
  const isIn = ({ whole, part }) => whole === undefined ? has(url.search, part) : url.search.toLowerCase() === whole.toLowerCase()
  return request.method.startsWith(method) &&
    address.every(part => has(url.href, part)) &&
    host.every(test => test.test(url.host)) &&
    path.every(test => test.test(url.pathname)) &&
    query.every(isIn) && !noQuery.some(isIn) &&
    headers.every(({ name, value = '' }) => request.headers.has(name) && has(request.headers.get(name), value)) &&
    (!body || body(await request.clone().text(), url))
}

function has (text, part) {
  return text.toLowerCase().includes(part.toLowerCase())
}

/** The values at a path in JSON. */
function jsonAt (text, path) {
  try {
    return path.reduce((values, name) => values.flatMap(value => Object(value)[name] ?? []), [JSON.parse(text)])
  } catch {
    return []
  }
}

/** The name of a GraphQL operation, in a body or in an address. */
function operationOf (text, url) {
  const [asked = ''] = jsonAt(text, ['query']).concat(url.searchParams.get('query') ?? [])
  const [name = ''] = jsonAt(text, ['operationName']).concat(url.searchParams.get('operationName') ?? [])
  const [, kind = asked.trim().startsWith('{') ? 'query' : '', own = ''] = /^\\s*(query|mutation|subscription)\\s*(\\w*)/.exec(asked) ?? []
  return [name || own, kind]
}

function bytes (base64) {
  return Uint8Array.from(atob(base64), char => char.charCodeAt(0))
}
`
