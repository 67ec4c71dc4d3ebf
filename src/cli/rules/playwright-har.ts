// The entries of a HAR that Playwright's routeFromHAR can replay. Playwright compares the method, the URL and, if the HAR has them, the
// bodies of POST requests. The same request always gets the same response.
import { addressOf, NO_HOST } from '../../exchange/address.js'
import { readHeaders } from '../../exchange/headers.js'
import { outcomeOf } from '../../exchange/outcome.js'
import { statusOf } from '../../exchange/status.js'
import { grouped, groupAlike } from '../../rules/alike.js'
import { obstacleOf } from '../../rules/from-entry.js'
import type { LeftOutWhy } from '../../rules/from-recording.js'
import type { Entry } from '../../schema/entry.js'

/** `failed`: it replays failures as responses. `host`: it needs the whole URL. `sequence`: another response is given. */
export type ReplayWhy = Extract<LeftOutWhy, 'pending' | 'canceled' | 'no-status' | 'stream' | 'cut'> | 'failed' | 'host' | 'sequence'

export interface Replayable {
  entries: Entry[]
  leftOut: { entry: Entry, why: ReplayWhy }[]
}

export function replayable (entries: readonly Entry[]): Replayable {
  const leftOut: Replayable['leftOut'] = []
  const usable = entries.filter(entry => {
    const why = whyNot(entry)
    if (why) leftOut.push({ entry, why })
    return !why
  })
  const kept = groupAlike(usable).flatMap(({ match, requests }) => {
    const comparesBody = /(?:^| )(?:json|request|operation):/.test(match)
    return grouped(requests, ({ method, api }) => `${method} ${api}`).flatMap(same => {
      const answer = same.findLast(entry => outcomeOf(entry, Infinity).verdict === 'fine') ?? same.at(-1)
      for (const entry of same) if (entry !== answer && !isSame(entry, answer)) leftOut.push({ entry, why: 'sequence' })
      return answer ? [asReplayed(answer, comparesBody)] : []
    })
  })
  return { entries: kept, leftOut }
}

function whyNot (entry: Entry): ReplayWhy | undefined {
  const obstacle = obstacleOf(entry)
  // Playwright follows redirects within the HAR, and can send any status.
  if (obstacle !== undefined && obstacle !== 'redirect' && obstacle !== 'status') return obstacle
  const { host, href } = addressOf(entry)
  if (href === undefined || host === '' || host === NO_HOST) return 'host'
  return statusOf(entry.responseHeader)?.code === 0 ? 'failed' : undefined
}

function isSame (a: Entry, b: Entry | undefined): boolean {
  return a.response === b?.response && statusOf(a.responseHeader)?.code === statusOf(b.responseHeader)?.code
}

// An entry without a request body answers requests with any body. The response was decoded when it was recorded.
function asReplayed (entry: Entry, comparesBody: boolean): Entry {
  const { startLine, fields } = readHeaders(entry.responseHeader)
  const headers = fields.filter(({ name }) => !/^(?:content-encoding|content-length|transfer-encoding)$/i.test(name))
  return {
    ...entry,
    api: addressOf(entry).href ?? entry.api,
    request: comparesBody ? entry.request : '',
    responseHeader: [...startLine === '' ? [] : [startLine], ...headers.map(({ name, value }) => `${name}: ${value}`)].join('\r\n')
  }
}
