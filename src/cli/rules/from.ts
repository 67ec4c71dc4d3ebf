// earshot rules from: adds rules that give the requests of a recording their recorded responses again.
import { Command } from 'commander'
import { utf8Size } from '../../exchange/size.js'
import { RULE_LIMITS } from '../../schema/rule-limits.js'
import type { Rule } from '../../schema/rule.js'
import { rulesFromRecording, type LeftOut, type RecordedRules } from '../../rules/from-recording.js'
import { storedBodies } from '../../rules/stored-bodies.js'
import type { Room } from '../../rules/fitting.js'
import { counted } from '../../text/count.js'
import { visible } from '../../text/visible.js'
import { EXIT, Failure } from '../failure.js'
import { filterOption, readFilter, textOption } from '../filter-option.js'
import { jsonText } from '../json-text.js'
import { jsonOption, urlOption } from '../options.js'
import { nameOf } from '../recording-file.js'
import { Service } from '../service.js'
import { readSession } from '../session-id.js'
import { readLifetime } from './add.js'
import { leftOutLines } from './left-out.js'
import { recordedRequests, type RecordedRequests } from './recorded-requests.js'
import { changeRules } from './session-rules.js'

interface Options { url: string, json?: boolean, filter?: string[], text?: string[], anyHost?: boolean, replace?: boolean, for?: number }

export function fromCommand (): Command {
  return new Command('from')
    .description('Add rules that answer the requests of a recording as they were answered then, in the same order.')
    .argument('<session>', 'id of the session that gets the rules, 15 characters')
    .argument('<recording>', 'a file: HAR, or JSON or NDJSON from earshot export; or the id of a session; - is stdin')
    .addOption(filterOption())
    .addOption(textOption())
    .option('--any-host', 'answer on any host, not only on the recorded ones')
    .option('--replace', 'remove the existing rules; by default, they stay, and are tried before the new ones')
    .option('--for <time>', 'how long the rules last: 10m, 8h; at most 24h; by default 1h', readLifetime)
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', `
Responses come in the recorded order; after the last one, the last successful response is repeated. Values that differ each time are not
compared: times, nonces, and random ids that no earlier response contained. Requests that were not recorded are made as usual. Recorded
requests that the rules do not answer are listed, with the reason.

Examples:
  $ earshot rules from my-test-session checkout.har
  $ earshot rules from another-session my-test-session --filter 'path:/api/' --for 8h
`)
    .action(from)
}

async function from (given: string, recording: string, options: Options): Promise<void> {
  const session = readSession(given)
  const service = new Service(options.url)
  const wanted = readFilter(options, { looksAtOne: true })
  const { entries, others } = await recordedRequests(recording, service, wanted)
  let made: RecordedRules = { rules: [], leftOut: [] }
  let isBeside = false
  await changeRules(service, session, ({ off, rules }) => {
    const staying = options.replace ? [] : rules
    isBeside = staying.length > 0
    made = rulesFromRecording(entries, { anyHost: options.anyHost, room: roomBeside(staying) })
    if (made.rules.length === 0) throw nothingToAnswer(recording, made.leftOut, isBeside)
    const lifetime = options.for === undefined ? {} : { lifetimeMs: options.for }
    return { off, rules: [...staying, ...made.rules.map(rule => ({ ...rule, ...lifetime }))] }
  })
  report({ recording, entries, others, session, made, isBeside, page: service.page(session) }, options)
}

function roomBeside (rules: readonly Rule[]): Room {
  const bytes = RULE_LIMITS.bytes - rules.reduce((sum, rule) => sum + bytesOf(rule), 0)
  return { ...RULE_LIMITS, rules: RULE_LIMITS.rules - rules.length, bytes }
}

// As the service counts: the rules as JSON, and the bodies that are stored apart.
function bytesOf (rule: Rule): number {
  const apart = storedBodies(rule.action).reduce((sum, { bytes }) => sum + bytes, 0)
  return utf8Size(JSON.stringify(rule)) + apart
}

function nothingToAnswer (recording: string, leftOut: LeftOut[], isBeside: boolean): Failure {
  return new Failure([`No request of ${nameOf(recording)} can be answered:`, ...leftOutLines(leftOut, isBeside)].join('\n'), EXIT.no)
}

interface Report extends RecordedRequests {
  recording: string
  session: string
  made: RecordedRules
  /** Whether the session keeps other rules. */
  isBeside: boolean
  page: string
}

function report ({ recording, entries, others, session, made, isBeside, page }: Report, { json = false }: Options): void {
  const { rules, leftOut } = made
  const answered = entries.length - leftOut.length
  if (json) {
    const left = leftOut.map(({ entry: { method, api }, why }) => ({ method, api, why }))
    process.stdout.write(`${jsonText({ session, rules: rules.length, answered, leftOut: left, notOfScripts: others })}\n`)
    return
  }
  const answering = counted(rules.length, 'rule answers', 'rules answer')
  process.stdout.write(`${answering} ${answered} of ${counted(entries.length, 'request')} of ${visible(nameOf(recording))}: ${page}\n`)
  if (others > 0) {
    const more = counted(others, 'more was', 'more were')
    process.stdout.write(`${more} for pages, styles, scripts and images, which rules do not answer\n`)
  }
  for (const line of leftOutLines(leftOut, isBeside)) process.stdout.write(`${line}\n`)
}
