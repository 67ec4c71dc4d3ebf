// A link to the rules of a session, with a fake clock that jumps from timer to timer, and a fake service whose answers come from the test.
import type { Rule } from '../../../../src/schema/rule.js'
import { RulesLink, type LinkParts } from '../../../../src/web/capture/core/rules/link.js'
import type { RulesAnswer } from '../../../../src/web/capture/core/rules/transport.js'

export const RULE: Rule = { id: 'r-1', name: 'all', enabled: true, match: '', action: { type: 'fail', how: 'network' }, expires: 1_000_000_000 }
export const ASKED = { method: 'GET', url: 'https://a.test/', headers: [], body: '' }

interface Ask {
  after: string | undefined
  waitSeconds: number | undefined
  atMs: number
  isCanceled: boolean
  answer (answer: Partial<RulesAnswer>): Promise<void>
  fail (): Promise<void>
}

const NO_BODY: LinkParts['transport']['body'] = async () => await Promise.reject(new Error('none'))

/** `body`: how the service answers when a body is fetched. */
export function start (parts: Partial<LinkParts> = {}, body = NO_BODY) {
  let nowMs = 0
  let timers: { run: () => void, atMs: number }[] = []
  const asks: Ask[] = []
  const settled = async () => { for (let n = 0; n < 10; n++) await Promise.resolve() }
  const link = new RulesLink({
    host: {
      now: () => nowMs,
      setTimer (run, ms) {
        const timer = { run, atMs: nowMs + ms }
        timers.push(timer)
        return () => { timers = timers.filter(other => other !== timer) }
      }
    },
    wallMs: () => 5_000_000 + nowMs,
    randomFraction: () => 0.5,
    transport: {
      ask ({ after, waitSeconds }) {
        let resolve: (answer: RulesAnswer) => void
        let reject: (error: Error) => void
        const promise = new Promise<RulesAnswer>((...ends) => { [resolve, reject] = ends })
        const ask: Ask = {
          after,
          waitSeconds,
          atMs: nowMs,
          isCanceled: false,
          answer: async answer => { resolve({ status: 200, text: '', ...answer }); await settled() },
          fail: async () => { reject(new Error('away')); await settled() }
        }
        asks.push(ask)
        return { answer: promise, cancel: () => { ask.isCanceled = true } }
      },
      body
    },
    ...parts
  })
  const passTo = async (ms: number) => {
    for (;;) {
      const [next] = timers.toSorted((a, b) => a.atMs - b.atMs)
      if (!next || next.atMs > ms) break
      timers = timers.filter(timer => timer !== next)
      nowMs = Math.max(nowMs, next.atMs)
      next.run()
      await settled()
    }
    nowMs = ms
  }
  link.start()
  link.wake()
  return { link, asks, passTo, now: () => nowMs, applies: () => link.pick(ASKED) !== undefined, last: () => asks.at(-1)! }
}

export function reply (version: string, more: object = {}): { text: string } {
  return { text: JSON.stringify({ version, off: false, rules: [RULE], now: 100_000, holdMs: 0, ...more }) }
}
