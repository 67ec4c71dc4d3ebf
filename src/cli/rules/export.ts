// earshot rules export: what `rules from` answers as a file for tests: handlers for Mock Service Worker, or a HAR for Playwright.
import { Argument, Command } from 'commander'
import { createHarWriter } from '../../har/har-writer.js'
import { startMsOf } from '../../exchange/outcome.js'
import { redactEntry } from '../../redact/entry-redactor.js'
import { rulesFromRecording } from '../../rules/from-recording.js'
import { mswModule } from '../../rules/msw.js'
import type { Entry } from '../../schema/entry.js'
import { visible } from '../../text/visible.js'
import { EXIT, Failure } from '../failure.js'
import { filterOption, readFilter, textOption } from '../filter-option.js'
import { urlOption } from '../options.js'
import { writeFile } from '../output-file.js'
import { Service } from '../service.js'
import { VERSION } from '../version.js'
import { leftOutLines } from './left-out.js'
import { replayable } from './playwright-har.js'
import { recordedRequests } from './recorded-requests.js'

interface Options {
  url: string
  filter?: string
  text?: string
  output?: string
  force?: boolean
  anyHost?: boolean
  withSecrets?: boolean
}

interface Exported { text: string, notes: string[] }

const NO_LIMIT = { rules: Infinity, bytes: Infinity, bodyBytes: Infinity }

export function exportCommand (): Command {
  return new Command('export')
    .description('Write what `rules from` answers as a file for tests: handlers for Mock Service Worker 2, or a HAR for Playwright.')
    .addArgument(new Argument('<format>', 'msw, or playwright for routeFromHAR').choices(['msw', 'playwright']))
    .argument('<recording>', 'a file: HAR, or written by earshot export; or the id of a session; - is stdin')
    .option('-o, --output <file>', 'file to write; stdout if not given')
    .option('--force', 'overwrite the file if it exists')
    .addOption(filterOption())
    .addOption(textOption())
    .option('--any-host', 'msw: answer on any host, not only on the recorded ones')
    .option('--with-secrets', 'keep passwords, tokens and the like; by default, values whose names suggest secrets are replaced')
    .addOption(urlOption())
    .addHelpText('after', `
What the file does not answer is listed on stderr, with the reason. Playwright compares whole addresses, and always answers a request in the
same way; the handlers for msw know sequences, and ignore what differs each time.

Examples:
  $ earshot rules export msw checkout.har -o checkout-handlers.js
  $ earshot rules export playwright my-first-sessio -o checkout.har
`)
    .action(exportRules)
}

async function exportRules (format: 'msw' | 'playwright', recording: string, options: Options): Promise<void> {
  const { url, output, force = false, withSecrets = false } = options
  const wanted = readFilter(options, { looksAtOne: true })
  const recorded = await recordedRequests(recording, new Service(url), wanted)
  const entries = withSecrets ? recorded.entries : recorded.entries.map(redactEntry)
  const { text, notes } = format === 'msw' ? asMsw(entries, recording, options) : asHar(entries, recording)
  if (output === undefined) process.stdout.write(text)
  else await writeFile([text], output, force)
  const others = recorded.others === 0 ? [] : [`${recorded.others} requests for pages, styles, scripts and images were left out`]
  process.stderr.write([...others, ...notes].map(line => `${line}\n`).join(''))
}

function asMsw (entries: Entry[], recording: string, { anyHost }: Options): Exported {
  const { rules, leftOut } = rulesFromRecording(entries, { anyHost, room: NO_LIMIT })
  const made = mswModule(rules, `Written by earshot rules export from ${visible(recording)}.`)
  const notes = [...leftOutLines(leftOut), ...made.leftOut.map(({ rule, why }) => `Left out: ${visible(rule.name)}, because ${why}`)]
  if (rules.length === made.leftOut.length) throw nothing(recording, notes)
  return { text: made.text, notes }
}

function asHar (entries: Entry[], recording: string): Exported {
  const { entries: kept, leftOut } = replayable(entries)
  const notes = leftOutLines(leftOut)
  const [first] = kept
  if (!first) throw nothing(recording, notes)
  // Secrets were replaced before, if they had to be.
  const writer = createHarWriter({ title: recording, version: VERSION, secrets: 'keep' })
  return { text: writer.head(startMsOf(first)) + kept.map(writer.entry).join(writer.between) + writer.tail, notes }
}

function nothing (recording: string, notes: string[]): Failure {
  return new Failure([`There is nothing in ${recording} to answer with`, ...notes].join('\n'), EXIT.no)
}
