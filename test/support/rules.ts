// Rules, as a viewer writes them and an app reads them.
import type { Test } from 'tap'
import type { GivenRule, RulesReply } from '../../src/schema/rule.js'
import { call, type Reply } from './client.js'
import { scrape } from './metrics.js'
import { until } from './until.js'

interface Target { url: string }

export const FAILS: GivenRule = { name: 'POST /v1/pay fails', match: 'method:POST path:=/v1/pay', action: { type: 'respond', status: 503 } }
export const SLOW: GivenRule = { name: 'all slow', match: '', action: { type: 'delay', ms: [100, 200] } }

export function putRules (target: Target, session: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  return call(target, rulesPath(session), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })
}

export function getRules (target: Target, session: string, more = '', headers: Record<string, string> = {}): Promise<Reply> {
  return call(target, rulesPath(session, more), { headers })
}

export async function rulesOf (target: Target, session: string): Promise<RulesReply> {
  return (await getRules(target, session)).body as RulesReply
}

/** Writes rules, and returns them as they were stored. */
export async function written (t: Test, target: Target, session: string, rules: GivenRule[], more = {}): Promise<RulesReply> {
  const { status, body } = await putRules(target, session, { rules, ...more })
  t.equal(status, 200, JSON.stringify(body))
  return body as RulesReply
}

function rulesPath (session: string, more = ''): string {
  return `/capture/rules?sessionId=${session}${more}`
}

/**
 * Returns after the replica has begun to hold the request. `reply` resolves with the answer, and rejects if rules come only when the time
 * is over: then nothing told the replica of them.
 */
export async function hold (target: Target, session: string, after: string, seconds = 20): Promise<{ reply: Promise<Reply> }> {
  const before = await heldBy(target)
  const askedMs = performance.now()
  const reply = getRules(target, session, `&after=${after}&wait=${seconds}`).then(answer => {
    if (answer.status === 200 && performance.now() - askedMs >= seconds * 1000) throw new Error('The request was held until its time was over')
    return answer
  })
  await until('the request is held', async () => await heldBy(target) > before)
  return { reply }
}

/** How many requests the replica holds. */
export async function heldBy (target: Target): Promise<number> {
  return (await scrape(target)).samples.earshot_rules_held ?? 0
}
