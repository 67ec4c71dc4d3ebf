// Connects a page to the rules of its session: asks the service for them, pauses while the page is hidden, and shares the answers with
// other tabs.
import { fromBase64 } from '../../../../exchange/base64.js'
import { quiet } from '../../core/host.js'
import { RulesLink } from '../../core/rules/link.js'
import type { RulesStore } from '../../core/rules/kept.js'
import type { RulesAnswer, RulesTransport } from '../../core/rules/transport.js'
import { startTimer, stopTimer, nowMs } from '../natives.js'
import type { Running } from '../page-earshot.js'
import { addressAt } from '../service.js'
import { Tabs } from './tabs.js'

/** Longer than a request is held. */
const TIMEOUT_MS = 40_000
const KEY = 'earshot-rules'

export const HOST = {
  now: nowMs,
  setTimer (run: () => void, ms: number) {
    const timer = startTimer(run, ms)
    return () => stopTimer(timer)
  }
}

export function linkOf (running: Running): RulesLink {
  const { recorder, service, over: { signal } } = running
  const tabs = new Tabs(`earshot-rules ${service.base} ${service.session}`, signal)
  const link = new RulesLink({
    host: HOST,
    transport: transportOf(running),
    wallMs: () => Date.now(),
    randomFraction: () => Math.random(),
    givenBody,
    store: storeOf(`${service.base} ${service.session}`),
    mayHold: () => tabs.isFirst,
    share: text => tabs.share(text),
    takesTurns: tabs.takeTurns
  })
  tabs.connect({ received: text => link.received(text), firstChanged: () => link.holdChanged() })
  recorder.onRules = header => link.heard(header)
  const followPage = () => {
    const isVisible = document.visibilityState === 'visible'
    tabs.join(isVisible)
    if (isVisible) link.wake()
    else link.sleep()
  }
  window.addEventListener('visibilitychange', followPage, { signal })
  // The browser may keep the page: then it asks anew when it is shown again.
  window.addEventListener('pagehide', () => {
    tabs.join(false)
    link.sleep()
  }, { signal })
  window.addEventListener('pageshow', followPage, { signal })
  signal.addEventListener('abort', () => {
    recorder.onRules = undefined
    link.stop()
  })
  link.start()
  if (document.visibilityState === 'visible') followPage()
  return link
}

function transportOf ({ service, nativeFetch }: Running): RulesTransport {
  const get = (address: string) => {
    const abort = new AbortController()
    const disarm = HOST.setTimer(() => abort.abort(), TIMEOUT_MS)
    const reply = nativeFetch(address, { credentials: 'omit', mode: 'cors', cache: 'no-store', signal: abort.signal })
    return { reply, disarm, cancel: () => abort.abort() }
  }
  return {
    ask ({ after, waitSeconds }) {
      const query = (after === undefined ? '' : `&after=${encodeURIComponent(after)}`) + (waitSeconds ? `&wait=${waitSeconds}` : '')
      const { reply, disarm, cancel } = get(addressAt(service, 'capture/rules') + query)
      return { answer: reply.then(answerOf).finally(disarm), cancel }
    },
    async body (ruleId, stored) {
      const path = `capture/rules/${encodeURIComponent(ruleId)}/body`
      const { reply, disarm } = get(`${addressAt(service, path)}&stored=${encodeURIComponent(stored)}`)
      try {
        const response = await reply
        if (response.status !== 200) throw new Error(`${response.status}`)
        return new Uint8Array(await response.arrayBuffer())
      } finally {
        disarm()
      }
    }
  }
}

async function answerOf (response: Response): Promise<RulesAnswer> {
  return {
    status: response.status,
    text: await response.text(),
    rules: response.headers.get('earshot-rules') ?? undefined,
    retryAfterMs: 1000 * Number(response.headers.get('retry-after') ?? 0) || 0
  }
}

const GIVEN = Symbol.for('earshot-rule-bodies')

/** What a test runner has put into the document, in base64 by fingerprints: there, rules apply from the first request on. */
function givenBody (stored: string): Uint8Array<ArrayBuffer> | undefined {
  const text = (globalThis as { [GIVEN]?: Partial<Record<string, string>> })[GIVEN]?.[stored]
  return text === undefined ? undefined : fromBase64(text)
}

/** The store of this tab. `owner`: the service and the session. The tab may have had another session before. */
function storeOf (owner: string): RulesStore {
  return {
    read () {
      const [known, text] = quiet(() => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[]) ?? []
      return known === owner ? text : undefined
    },
    write (text) {
      if (text === undefined) sessionStorage.removeItem(KEY)
      else sessionStorage.setItem(KEY, JSON.stringify([owner, text]))
    }
  }
}
