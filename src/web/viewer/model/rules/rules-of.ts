// The RuleList of a session, made once. It is read when the service reports that the session has rules, or when a person opens them; after
// that, it follows the announcements of the service. If nobody uses rules, no request is sent.
import { effect } from '@preact/signals'
import { storageOf } from '../prefs.js'
import { Api } from '../session/api.js'
import type { Session } from '../session/session.js'
import { RuleList } from './rule-list.js'

const known = new WeakMap<Session, RuleList>()

export function rulesOf (session: Session): RuleList {
  let list = known.get(session)
  if (!list) known.set(session, list = open(session))
  return list
}

const KEY = 'earshot.rules-token'

/** The token for rules, where the one for viewing is not enough. It is kept for the tab. */
export function keepRulesToken (token: string): void {
  try {
    storageOf('sessionStorage')?.setItem(KEY, token)
  } catch {}
}

function rulesToken (): string | undefined {
  try {
    return storageOf('sessionStorage')?.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

function open ({ api, state, announced }: Session): RuleList {
  const list = new RuleList({
    ask: (method, ...rest) => method === 'GET'
      ? api.ask(method, ...rest)
      : new Api(api.url, api.sessionId, rulesToken() ?? api.token).ask(method, ...rest)
  })
  const read = () => { list.read().catch(() => {}) }
  effect(() => { if (state.value.name === 'live' && list.access.peek().name === 'failed') read() })
  effect(() => {
    const news = announced.value
    if (news?.now) list.hear(news.now)
    // Announcements lack the time of the clock of Redis, by which rules end.
    if (news && (!news.now || list.access.peek().name === 'unread')) read()
  })
  return list
}
