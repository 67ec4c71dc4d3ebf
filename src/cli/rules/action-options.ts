// The options that say what a rule does: --status, --body, --fail, --delay and so on.
import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import { isJson } from '../../json/is-json.js'
import { canAnswer, isBodiless } from '../../rules/answer.js'
import { RULE_LIMITS, type RuleAction, type RuleBody, type RuleHeader, type Wait } from '../../schema/rule.js'
import { usageFailure } from '../failure.js'
import { readBytes } from '../recording-file.js'

export interface ActionOptions {
  status?: number | undefined
  header?: RuleHeader[] | undefined
  body?: string | undefined
  bodyFile?: string | undefined
  merge?: unknown
  fail?: 'network' | 'timeout' | 'abort' | undefined
  delay?: Wait | undefined
  pass?: boolean | undefined
}

export function addActionOptions (command: Command): Command {
  return command
    .option('--status <code>', 'answer with this status, without sending the request', readStatus)
    .option('--header <line>', 'answer with this header, such as \'Retry-After: 3\'; may be given several times', readHeader)
    .option('--body <text>', 'answer with this body')
    .option('--body-file <file>', 'answer with the bytes of this file')
    .option('--merge <json>', 'make the request, and merge this into the JSON of its response (RFC 7396)', readJson)
    .addOption(new Option('--fail <how>', 'make the request fail, without sending it').choices(['network', 'timeout', 'abort']))
    .option('--delay <ms>', 'delay the request: 800, or 200-1500 for a random time; with --status or --body, delay the response', readWait)
    .option('--pass', 'make the request as usual; no later rule applies to it')
}

/**
 * The action that the options describe. `recorded`: the action of the entry that the rule is made from; the options change it. Throws a
 * Failure if the options contradict each other, or say nothing.
 */
export async function actionOf (options: ActionOptions, recorded?: RuleAction): Promise<RuleAction> {
  const { status, header, body, bodyFile, merge, fail, delay, pass } = options
  // Only names of given options: agents give them, too, and know no --body-file.
  const [answers] = namesOf({ '--status': status, '--header': header, '--body': body, '--body-file': bodyFile })
  const given = [...answers === undefined ? [] : [answers], ...namesOf({ '--merge': merge, '--fail': fail, '--pass': pass })]
  if (given.length > 1) throw usageFailure(`${given.join(' and ')} cannot be used together: a rule does one thing`)
  if (delay !== undefined && given.length > 0 && answers === undefined) {
    throw usageFailure(`--delay cannot be used with ${given.join()}. Add the rule with ${given.join()} first, then one with --delay: ` +
      'the newest rule is tried first, and a rule that only delays lets the next one apply, too')
  }
  if (fail) return { type: 'fail', how: fail }
  if (pass) return { type: 'pass' }
  if (merge !== undefined) return { type: 'change', response: { merge } }
  if (answers !== undefined) return await respond(options, recorded)
  if (delay !== undefined) return { type: 'delay', ms: delay }
  if (recorded) return recorded
  throw usageFailure('Say what the rule does: give --status, --body, --merge, --fail, --delay or --pass; with the id of a request, ' +
    'you need none of them: the rule then gives the recorded response')
}

function namesOf (options: Record<string, unknown>): string[] {
  return Object.keys(options).filter(name => options[name] !== undefined)
}

async function respond ({ status, header, body, bodyFile, delay }: ActionOptions, recorded?: RuleAction): Promise<RuleAction> {
  if (body !== undefined && bodyFile !== undefined) throw usageFailure('--body and --body-file cannot be used together')
  const base = recorded?.type === 'respond' ? recorded : { type: 'respond' as const, status: 200 }
  const given = body === undefined ? bodyFile === undefined ? undefined : await bodyIn(bodyFile) : { text: body }
  const code = status ?? base.status
  if (given && isBodiless(code)) throw usageFailure(`A response with the status ${code} cannot have a body`)
  // The recorded reason belongs to the recorded status, and the recorded type to the recorded body.
  const { statusText, body: recordedBody, ...rest } = base
  const kept = isBodiless(code) ? undefined : given ?? recordedBody
  const headers = withHeaders(base.headers ?? [], [...header ?? [], ...given && !header?.some(isType) ? [typeOf(given)] : []])
  return {
    ...rest,
    status: code,
    ...code === base.status && statusText !== undefined && { statusText },
    ...headers.length > 0 && { headers },
    ...kept && { body: kept },
    ...delay !== undefined && { delayMs: delay }
  }
}

function withHeaders (headers: RuleHeader[], set: RuleHeader[]): RuleHeader[] {
  const names = new Set(set.map(({ name }) => name.toLowerCase()))
  return [...headers.filter(({ name }) => !names.has(name.toLowerCase())), ...set]
}

function isType ({ name }: RuleHeader): boolean {
  return name.toLowerCase() === 'content-type'
}

function typeOf (body: RuleBody): RuleHeader {
  const value = 'text' in body ? isJson(body.text) ? 'application/json' : 'text/plain; charset=utf-8' : 'application/octet-stream'
  return { name: 'Content-Type', value }
}

async function bodyIn (file: string): Promise<RuleBody> {
  const bytes = await readBytes(file)
  const { bodyBytes } = RULE_LIMITS
  if (bytes.length > bodyBytes) throw usageFailure(`${file} has ${bytes.length} bytes; the body of a rule has at most ${bodyBytes}`)
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { base64: bytes.toString('base64') }
  }
}

function readStatus (text: string): number {
  const code = /^\d{3}$/.test(text) ? Number(text) : NaN
  if (canAnswer(code)) return code
  throw new InvalidArgumentError('It must be a status such as 503: 200 to 599, but neither 205 (use 204) nor a redirect, which the ' +
    'platform of the app would follow.')
}

function readHeader (text: string, before: RuleHeader[] = []): RuleHeader[] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must be a header such as \'Retry-After: 3\'.')
  return [...before, { name, value }]
}

function readJson (text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new InvalidArgumentError(`It must be JSON: ${(error as Error).message}.`)
  }
}

function readWait (text: string): Wait {
  const [, least, most] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text) ?? []
  const [from, to] = [Number(least), Number(most ?? least)]
  if (least === undefined || to > RULE_LIMITS.delay || from > to) {
    throw new InvalidArgumentError(`It must be milliseconds such as 800 or 200-1500, at most ${RULE_LIMITS.delay}.`)
  }
  return most === undefined ? from : [from, to]
}
