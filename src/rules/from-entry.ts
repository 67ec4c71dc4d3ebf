// A rule from a recorded request: the same request gets the recorded response again. The page and the command line start from this rule,
// and people change the parts that should be different.
import { addressOf } from '../exchange/address.js'
import { graphqlOperationOf } from '../exchange/graphql.js'
import { isCanceled, isPending } from '../exchange/outcome.js'
import { statusOf } from '../exchange/status.js'
import { print } from '../filter/print.js'
import { all } from '../filter/query.js'
import type { Entry } from '../schema/entry.js'
import type { GivenRule, RuleAction } from '../schema/rule.js'
import { RULE_LIMITS } from '../schema/rule-limits.js'
import { canAnswer } from './answer.js'
import { recordedResponse } from './recorded-response.js'
import { literalTerm } from './terms.js'

const MAX_NAME_LENGTH = 100
const MAX_PATH_LENGTH = 1000

/**
 * Matches the method, the host if the app wrote an absolute address, the path, and the operation of GraphQL. A request that failed fails
 * again; so does a stream, because a rule cannot answer it. See `obstacleOf` for responses that cannot be repeated as they were.
 */
export function ruleFromEntry (entry: Entry): GivenRule {
  return { name: nameOf(entry), match: matchOf(entry), action: actionOf(entry) }
}

/**
 * Why a rule cannot repeat what was recorded: there was no response (yet), or it is a stream, a redirect or another status that no rule
 * can answer. `cut`: only a part of the body was recorded, so only this part can be repeated.
 */
export type Obstacle = 'pending' | 'canceled' | 'no-status' | 'stream' | 'redirect' | 'status' | 'cut'

export function obstacleOf (entry: Entry): Obstacle | undefined {
  if (isStream(entry)) return 'stream'
  if (isPending(entry)) return 'pending'
  if (isCanceled(entry)) return 'canceled'
  const code = statusOf(entry.responseHeader)?.code
  if (code === undefined) return 'no-status'
  if (code === 0) return undefined
  if ([301, 302, 303, 307, 308].includes(code)) return 'redirect'
  if (!canAnswer(code)) return 'status'
  return recordedResponse(entry).isCut ? 'cut' : undefined
}

/** The filter that finds this request when it starts. */
export function matchOf (entry: Entry): string {
  const { host, path } = addressOf(entry)
  const operation = graphqlOperationOf(entry)
  const parts = [
    literalTerm('method', entry.method),
    ...isAbsolute(entry.api) && host !== '' ? [literalTerm('host', host, { exact: true })] : [],
    literalTerm('path', path, { exact: true }),
    ...operation ? [literalTerm('operation', operation.name || operation.kind, { exact: true })] : []
  ]
  const match = print(all(parts))
  if (match.length <= RULE_LIMITS.match) return match
  // A path of this length is mostly data: its beginning identifies it.
  return print(all([literalTerm('method', entry.method), literalTerm('path', path.slice(0, MAX_PATH_LENGTH))]))
}

/** For people: `POST /v1/pay`, with the operation of GraphQL. */
export function nameOf (entry: Entry): string {
  const name = [entry.method, addressOf(entry).path, graphqlOperationOf(entry)?.name].filter(Boolean).join(' ')
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The recorded response, or the recorded failure. Without a response it is an empty 200, which people then change. */
export function actionOf (entry: Entry): RuleAction {
  const code = statusOf(entry.responseHeader)?.code
  if (isStream(entry) || (code === 0 && !isPending(entry) && !isCanceled(entry))) return { type: 'fail', how: 'network' }
  const { statusText, body, headers } = recordedResponse(entry)
  // If a 304 has a body, it came from the browser's cache, and the app got a 200.
  const isFresh = code !== undefined && canAnswer(code) && !(code === 304 && body)
  return {
    type: 'respond',
    status: isFresh ? code : 200,
    ...isFresh && statusText !== '' && { statusText },
    ...headers.length > 0 && { headers },
    ...body && code !== 204 && { body }
  }
}

function isStream ({ via }: Entry): boolean {
  return via === 'websocket' || via === 'eventsource'
}

// An app that writes only a path asks the host of its page, and may run on several.
export function isAbsolute (api: string): boolean {
  return /^(?:[a-z][a-z\d+.-]{0,30}:)?\/\//i.test(api)
}
