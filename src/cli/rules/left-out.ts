// Lists the recorded requests whose responses are missing in the rules, or in a HAR for Playwright, with reasons, as text for people.
import type { LeftOutWhy } from '../../rules/from-recording.js'
import type { Entry } from '../../schema/entry.js'
import { RULE_LIMITS } from '../../schema/rule.js'
import { visibleHead } from '../../text/visible.js'
import { whereTo } from '../request-line.js'
import type { ReplayWhy } from './playwright-har.js'

const MAX_SHOWN = 10

/** One line for each reason, with the requests. `isBeside`: whether a session keeps other rules, which --replace would remove. */
export function leftOutLines (leftOut: readonly { entry: Entry, why: LeftOutWhy | ReplayWhy }[], isBeside = false): string[] {
  const whys = [...new Set(leftOut.map(({ why }) => why))]
  return whys.flatMap(why => {
    const entries = leftOut.filter(left => left.why === why).map(({ entry }) => entry)
    const shown = entries.slice(0, MAX_SHOWN).map(entry => `  ${entry.method} ${visibleHead(whereTo(entry))}`)
    const more = entries.length - shown.length
    const what = why === 'sequence' ? 'Answered with one response only' : 'Not answered'
    return [`${what}, because ${whyText(why, isBeside)}:`, ...shown, ...more > 0 ? [`  and ${more} more`] : []]
  })
}

function whyText (why: LeftOutWhy | ReplayWhy, isBeside: boolean): string {
  switch (why) {
    case 'pending': return 'they had no response yet'
    case 'canceled': return 'the app had canceled them'
    case 'no-status': return 'no status was recorded'
    case 'stream': return 'a rule cannot answer WebSockets and event streams'
    case 'redirect': return 'they were redirected to something that was not recorded, or that the filter leaves out'
    case 'status': return 'a rule cannot answer with this status'
    case 'cut': return 'only a part of the response was recorded'
    case 'large': return `the response is larger than ${kib(RULE_LIMITS.bodyBytes)}`
    case 'match': return 'a filter that matches only them would be too long'
    case 'failed': return 'Playwright would answer a failed request with 200'
    case 'host': return 'their host is unknown'
    case 'sequence': return 'Playwright always answers a request in the same way; the last success, else the last response, was kept'
    case 'full': return `a session has room for only ${RULE_LIMITS.rules} rules and ${kib(RULE_LIMITS.bytes)} ` +
      `(${isBeside ? 'remove the existing rules with --replace, or ' : ''}select fewer requests with --filter)`
  }
}

function kib (bytes: number): string {
  return `${bytes / 1024} KiB`
}
