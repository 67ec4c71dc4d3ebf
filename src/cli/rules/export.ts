// earshot rules export: writes a file with the responses of a recording, as `rules from` would give them, or with the current rules of a
// session. The file contains handlers for Mock Service Worker, a HAR for Playwright, or rules for `rules add --file`.
import { Argument, Command } from 'commander'
import { createHarWriter } from '../../har/har-writer.js'
import { startMsOf } from '../../exchange/outcome.js'
import { redactEntry } from '../../redact/entry-redactor.js'
import { rulesFromRecording } from '../../rules/from-recording.js'
import { mswModule } from '../../rules/msw.js'
import type { Entry } from '../../schema/entry.js'
import { RULE_LIMITS, type GivenRule } from '../../schema/rule.js'
import { counted } from '../../text/count.js'
import { visible } from '../../text/visible.js'
import { EXIT, Failure, usageFailure } from '../failure.js'
import { filterOption, readFilter, textOption } from '../filter-option.js'
import { refuseOptions, urlOption } from '../options.js'
import { writeFile } from '../output-file.js'
import { nameOf } from '../recording-file.js'
import { Service } from '../service.js'
import { readSession } from '../session-id.js'
import { VERSION } from '../version.js'
import { leftOutLines } from './left-out.js'
import { replayable } from './playwright-har.js'
import { recordedRequests } from './recorded-requests.js'
import { wholeRules } from './session-rules.js'

interface Options {
  url: string
  filter?: string[]
  text?: string[]
  output?: string
  force?: boolean
  anyHost?: boolean
  withSecrets?: boolean
  current?: boolean
}

const FORMATS = ['json', 'msw', 'playwright'] as const
type Format = typeof FORMATS[number]

interface Exported { text: string, notes: string[] }

/** The other options choose or change recorded requests. */
const ALLOWED_WITH_CURRENT = ['--current', '--output', '--force', '--url']
const NO_LIMIT = { rules: Infinity, bytes: Infinity, bodyBytes: Infinity }

export function exportCommand (): Command {
  return new Command('export')
    .description('Write the recorded responses, or the rules of a session, as a file: for `rules add --file`, or for tests.')
    .addArgument(new Argument('<format>',
      'json: for rules add --file; msw: handlers for Mock Service Worker 2; playwright: a HAR for routeFromHAR')
      .choices(FORMATS))
    .argument('<recording>', 'a file: HAR, or JSON or NDJSON from earshot export; or the id of a session; - is stdin')
    .option('--current', 'for json and msw: write the rules that the session has now, with their bodies')
    .option('-o, --output <file>', 'file to write; stdout if not given')
    .option('--force', 'overwrite the file if it exists, and follow a symbolic link')
    .addOption(filterOption())
    .addOption(textOption())
    .option('--any-host', 'for json and msw: answer on any host, not only on the recorded ones')
    .option('--with-secrets', 'keep passwords, tokens and the like; by default, values whose names suggest secrets are replaced')
    .addOption(urlOption())
    .addHelpText('after', `
Requests that the file does not answer are listed on stderr, with the reason. Playwright compares whole URLs, and always gives the same
response to a request; json and msw give the recorded responses one after another, and ignore values that differ each time.

Examples:
  $ earshot rules export msw checkout.har -o checkout-handlers.js
  $ earshot rules export playwright my-test-session -o checkout.har
  $ earshot rules export json my-test-session --current -o rules.json
  $ earshot rules add another-session --file rules.json
`)
    .action(exportRules)
}

async function exportRules (format: Format, given: string, options: Options, command: Command): Promise<void> {
  const { output, force = false } = options
  const { text, notes } = options.current
    ? await currentRules(format, given, options, command)
    : await recordedRules(format, given, options)
  if (output === undefined) process.stdout.write(text)
  else await writeFile([text], output, force)
  process.stderr.write(notes.map(line => `${line}\n`).join(''))
}

async function currentRules (format: Format, given: string, { url }: Options, command: Command): Promise<Exported> {
  const session = readSession(given)
  refuseOptions(command, ALLOWED_WITH_CURRENT, '--current: it writes the rules as they are')
  if (format === 'playwright') throw usageFailure('A HAR for Playwright has recorded responses, not rules: use --current with json or msw')
  const rules = await wholeRules(new Service(url), session)
  if (rules.length === 0) throw new Failure(`There are no rules in session ${session}`, EXIT.no)
  if (format === 'json') return { text: fileOf(rules), notes: [] }
  const on = rules.filter(({ enabled = true }) => enabled)
  if (on.length === 0) {
    throw new Failure(`Every rule of session ${session} is switched off individually: switch one on in the viewer`, EXIT.no)
  }
  const which = on.length < rules.length ? ' that is switched on' : ''
  return asMsw(on, given, [], `No rule of session ${session}${which} can be written as an MSW handler`)
}

async function recordedRules (format: Format, recording: string, options: Options): Promise<Exported> {
  const { url, anyHost, withSecrets = false } = options
  const wanted = readFilter(options, { looksAtOne: true })
  const recorded = await recordedRequests(recording, new Service(url), wanted)
  const entries = withSecrets ? recorded.entries : recorded.entries.map(redactEntry)
  const others = recorded.others === 0
    ? []
    : [`Left out: ${counted(recorded.others, 'request')} for pages, styles, scripts and images`]
  if (format === 'playwright') return asHar(entries, recording, others)
  const { rules, leftOut } = rulesFromRecording(entries, { anyHost, room: format === 'json' ? RULE_LIMITS : NO_LIMIT })
  const notes = [...others, ...leftOutLines(leftOut)]
  const none = `${nameOf(recording)} has no response that can be used`
  if (format === 'msw') return asMsw(rules, recording, notes, none)
  if (rules.length === 0) throw nothing(none, notes)
  return { text: fileOf(rules), notes }
}

function fileOf (rules: GivenRule[]): string {
  return `${JSON.stringify({ rules }, undefined, 2)}\n`
}

/** `none`: the sentence if no rule can be written. */
function asMsw (rules: GivenRule[], origin: string, others: string[], none: string): Exported {
  const made = mswModule(rules, `Written by earshot rules export from ${visible(nameOf(origin))}.`)
  const notes = [...others, ...made.leftOut.map(({ rule, why }) => `Left out: ${visible(rule.name)}, because ${why}`)]
  if (rules.length === made.leftOut.length) throw nothing(none, notes)
  return { text: made.text, notes }
}

function asHar (entries: Entry[], recording: string, others: string[]): Exported {
  const { entries: kept, leftOut } = replayable(entries)
  const notes = [...others, ...leftOutLines(leftOut)]
  const [first] = kept
  if (!first) throw nothing(`${nameOf(recording)} has no response that can be used`, notes)
  // Secrets were replaced before, if they had to be.
  const writer = createHarWriter({ title: recording, version: VERSION, secrets: 'keep' })
  return { text: writer.head(startMsOf(first)) + kept.map(writer.entry).join(writer.between) + writer.tail, notes }
}

function nothing (sentence: string, notes: string[]): Failure {
  return new Failure([sentence, ...notes].join('\n'), EXIT.no)
}
