// A request as an agent reads it: its facts in one object, and its parts up to a limit; a cut is reported.
import { addressOf } from '../../exchange/address.js'
import { responseBodyOf } from '../../exchange/body.js'
import { isErrorVerdict, isPending, outcomeOf, startMsOf, type Codes } from '../../exchange/outcome.js'
import type { Entry } from '../../schema/entry.js'
import { oddityOf } from './oddities.js'

export const PARTS = ['request-headers', 'request-body', 'response-headers', 'response-body', 'page-params', 'storage'] as const
export type ShownPart = typeof PARTS[number]

const FIELDS: Record<ShownPart, 'requestHeader' | 'request' | 'responseHeader' | 'response' | 'pageParams' | 'storage'> = {
  'request-headers': 'requestHeader',
  'request-body': 'request',
  'response-headers': 'responseHeader',
  'response-body': 'response',
  'page-params': 'pageParams',
  storage: 'storage'
}
const MAX_ADDRESS_LENGTH = 2000

/** `error`: whether the verdict is an error. `reason`: why it has this verdict. `odd`: what else is wrong with the response. */
export function factsOf (entry: Entry, codes: Codes | undefined): object {
  const { href, path, query } = addressOf({ ...entry, api: entry.api.slice(0, MAX_ADDRESS_LENGTH) })
  const { verdict, reason, evidence } = outcomeOf(entry, Date.now(), codes)
  return {
    id: entry.id,
    method: entry.method,
    url: href ?? path + query,
    ...isPending(entry)
      ? { state: 'pending', verdict }
      : {
          state: 'complete',
          status: evidence.status?.code,
          verdict,
          reason,
          applicationCode: evidence.reply?.code?.text,
          error: isErrorVerdict(verdict),
          ms: entry.timeConsuming,
          timings: entry.timings,
          bytes: responseBodyOf(entry).size,
          odd: oddityOf(entry)
        },
    started: new Date(startMsOf(entry)).toISOString(),
    source: entry.source,
    via: entry.via,
    note: entry.note,
    rule: entry.rule,
    initiator: entry.initiator
  }
}

/** Each part from `offset` on, at most `limit` characters; a cut is reported beside the text. */
export function partsOf (entry: Entry, parts: readonly ShownPart[], limit: number, offset: number): object {
  const shownParts = parts.map((part): [ShownPart, string | { text: string, cut: string }] => {
    const text = entry[FIELDS[part]]
    const shown = text.slice(offset, offset + limit)
    if (shown.length === text.length) return [part, text]
    const cut = `characters ${offset} to ${offset + shown.length} of ${text.length}; ask again with another offset or limit`
    return [part, { text: shown, cut }]
  })
  return Object.fromEntries(shownParts)
}
