// The rules of a test, in its pages: written to the service, and given to each document before its first request.
import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { matchRefusal } from '../rules/match-fault.js'
import { storedBodies } from '../rules/stored-bodies.js'
import type { GivenRule, Respond, RulesReply } from '../schema/rule.js'
import { refusalIn } from '../web/feed/service.js'

export interface GivenAnswer {
  /** 200 if it is missing. */
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: string | object
  /** In milliseconds, or a range of them. */
  delayMs?: number | [least: number, most: number]
}

/** `times`: how many requests the rule applies to in each page. `chance`: percent of the matching requests, above 0 to 100. */
export type RuleOptions = Pick<GivenRule, 'times' | 'chance'>

export interface SessionAddress { url: string, session: string, token: string | undefined }

/** How long an open page may take to have new rules. */
const TIMEOUT_MS = 12_000

export class PageRules {
  private script: string | undefined
  private given: GivenRule[] = []
  private writes = 0

  constructor (private readonly context: BrowserContext, private readonly place: SessionAddress) {}

  /** Replaces all rules of the test; resolves when the open pages have them. Throws if a filter has a likely mistake. */
  async set (rules: readonly GivenRule[]): Promise<void> {
    for (const { match } of rules) {
      const refusal = matchRefusal(match)
      if (refusal !== undefined) throw new Error(refusal)
    }
    const script = this.script ??= await this.readScript()
    // With ids of their own: if they are written again with a new rule, pages go on counting their uses.
    this.given = rules.map(rule => ({ id: `r-${randomBytes(6).toString('hex')}`, ...rule }))
    const reply = await this.write()
    const { url, session } = this.place
    const seed = { owner: `${url}/ ${session}`, session, reply, bodies: await this.readBodies(reply), count: ++this.writes }
    await this.context.addInitScript({ content: `${script};\n(${consent.toString()})(${JSON.stringify({ ...seed, restarts: true })})` })
    await Promise.all(this.context.pages().map(async page => await this.reach(page, { ...seed, restarts: false }, script)))
  }

  /** The rule comes before the others. */
  async add (rule: GivenRule): Promise<void> {
    await this.set([rule, ...this.given])
  }

  private async write (): Promise<RulesReply> {
    const body = JSON.stringify({ off: false, rules: this.given })
    const reply = await this.ask('/capture/rules', { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
    return await reply.json() as RulesReply
  }

  /** The large bodies, in base64 by their fingerprints. A page would fetch them, and make its first requests meanwhile. */
  private async readBodies ({ rules }: RulesReply): Promise<Record<string, string>> {
    const ids = new Map(rules.flatMap(({ id, action }) => storedBodies(action).map(({ stored }) => [stored, id])))
    const read = async ([stored, id]: [string, string]) => {
      const reply = await this.ask(`/capture/rules/${id}/body`, {}, `&stored=${stored}`)
      return [stored, Buffer.from(await reply.arrayBuffer()).toString('base64')] as const
    }
    return Object.fromEntries(await Promise.all([...ids].map(read)))
  }

  private async ask (path: string, { headers, ...init }: RequestInit, query = ''): Promise<Response> {
    const { url, session, token } = this.place
    const reply = await fetch(`${url}${path}?sessionId=${session}${query}`, {
      ...init, headers: { ...headers as Record<string, string>, ...token && { authorization: `Bearer ${token}` } }
    })
    if (!reply.ok) throw await refusalOf(reply)
    return reply
  }

  private async readScript (): Promise<string> {
    const reply = await fetch(`${this.place.url}/earshot-rules.js`)
    if (!reply.ok) throw new Error(`${this.place.url}/earshot-rules.js answered ${reply.status}: is that Earshot too old for rules?`)
    return await reply.text()
  }

  /** A page that is left meanwhile gets the rules with its next document. */
  private async reach (page: Page, seed: Seed, script: string): Promise<void> {
    const has = await page.evaluate(`(${consent.toString()})(${JSON.stringify(seed)});\n${script};\n` +
      `(${arrived.toString()})(${JSON.stringify(seed.reply.version)}, ${TIMEOUT_MS})`).catch(() => true)
    const seconds = TIMEOUT_MS / 1000
    if (has === false) throw new Error(`The page ${page.url()} did not load the rules within ${seconds} s: can it reach ${this.place.url}?`)
  }
}

async function refusalOf (reply: Response): Promise<Error> {
  const advice = reply.status === 401 ? '. Set earshotToken or EARSHOT_TOKEN' : ''
  return new Error(`Earshot refused the rules of this test (${await refusalIn(reply)})${advice}`)
}

/** The rule for `answer()` of the fixture. */
export function respondRule (
  match: string, { status = 200, headers = {}, body, delayMs }: GivenAnswer, options: RuleOptions = {}
): GivenRule {
  const given = Object.entries(headers).map(([name, value]) => ({ name, value }))
  const type = typeof body === 'object' && !given.some(({ name }) => name.toLowerCase() === 'content-type')
    ? [{ name: 'Content-Type', value: 'application/json' }]
    : []
  const action: Respond = {
    type: 'respond',
    status,
    headers: [...type, ...given],
    ...body !== undefined && { body: { text: typeof body === 'string' ? body : JSON.stringify(body) } },
    ...delayMs !== undefined && { delayMs }
  }
  return { name: nameOf(match), match, action, ...options }
}

export function nameOf (match: string): string {
  return match.slice(0, 100) || 'Every request'
}

interface Seed {
  /** The service and the session. */
  owner: string
  session: string
  reply: RulesReply
  bodies: Record<string, string>
  count: number
  restarts: boolean
}

interface Recorder {
  options: { url: string, session: string, rules?: boolean }
  recorder: { onRules?: (header: string) => void }
}

interface Global {
  [earshot: symbol]: ({ running?: Recorder } & object) | undefined
  Earshot?: { stop (): void, start (options: object): void }
  sessionStorage: { getItem (key: string): string | null, setItem (key: string, text: string): void }
}

// The functions below run in the page, where nothing else of this file exists.

/**
 * Opts in to rules, and keeps them where the recorder looks for the rules of the last document: so the first request has them. It does
 * that once for each tab, so that `times` goes on counting. Later documents have newer rules there.
 */
function consent ({ owner, session, reply, bodies, count, restarts }: Seed): void {
  const global = globalThis as unknown as Global
  const given = Symbol.for('earshot-rule-bodies')
  global[given] = { ...global[given], ...bodies }
  const running = global[Symbol.for('earshot')]?.running
  // Nothing was recorded yet, so the recorder starts again below. When it stops, it keeps the rules that it has.
  if (running && restarts) global.Earshot?.stop()
  try {
    const { sessionStorage } = global
    const key = `earshot-rules ${session}`
    if (Number(sessionStorage.getItem(key) ?? 0) < count) {
      const [, kept = '{}'] = JSON.parse(sessionStorage.getItem('earshot-rules') ?? '[]') as string[]
      const { uses = [] } = JSON.parse(kept) as { uses?: unknown }
      if (restarts) sessionStorage.setItem('earshot-rules', JSON.stringify([owner, JSON.stringify({ at: Date.now(), uses, reply })]))
      sessionStorage.setItem(key, String(count))
    }
  } catch {
    // This document has no storage: the rules come from the service.
  }
  if (!running) return
  if (restarts) global.Earshot?.start({ ...running.options, rules: true })
  else {
    running.options.rules = true
    running.recorder.onRules?.(reply.version)
  }
}

/** Whether the page has the rules in time; true if no recorder runs there. */
async function arrived (version: string, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    const global = globalThis as unknown as Global
    const running = global[Symbol.for('earshot')]?.running
    if (!running) return true
    try {
      // The text of a reply, in JSON.
      const sign = JSON.stringify(`"version":${JSON.stringify(version)}`).slice(1, -1)
      if (global.sessionStorage.getItem('earshot-rules')?.includes(sign)) return true
    } catch {
      return true
    }
    running.recorder.onRules?.(version)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return false
}
