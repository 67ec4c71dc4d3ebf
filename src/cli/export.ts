// earshot export: writes a session to a file that people can share. Values with the usual names of secrets are replaced by default.
import { Command, Option } from 'commander'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createHarWriter } from '../har/har-writer.js'
import { startMsOf, type Codes } from '../exchange/outcome.js'
import { redactEntry } from '../redact/entry-redactor.js'
import type { Entry, FullEntry } from '../schema/entry.js'
import { counted } from '../text/count.js'
import { visibleLines } from '../text/visible.js'
import { EXIT, Failure } from './failure.js'
import { filterOption, readFilter, textOption } from './filter-option.js'
import { htmlTexts } from './html-export.js'
import { withVerdict } from './with-verdict.js'
import { visibleJson } from './json-text.js'
import { okCodesOption } from './ok-codes.js'
import { readCount, urlOption } from './options.js'
import { writeFile } from './output-file.js'
import { Progress } from './progress.js'
import { Service } from './service.js'
import { sessionEntries, withMessages } from './session-entries.js'
import { readSession, unknownSession } from './session-id.js'
import { VERSION } from './version.js'

interface Options {
  url: string
  filter?: string[]
  text?: string[]
  okCodes?: Codes
  last?: number
  format?: Format
  output?: string
  force?: boolean
  withSecrets?: boolean
}
type Format = typeof FORMATS[number]

const FORMATS = ['har', 'html', 'json', 'ndjson'] as const

export function exportCommand (): Command {
  return new Command('export')
    .description(
      'Write the requests of a session to a file or to stdout: as HAR, as an HTML page that opens anywhere, as JSON or as NDJSON.'
    )
    .argument('<session>', 'id of the session, 15 characters')
    .option('-o, --output <file>', 'file to write; stdout if not given')
    .option('--force', 'overwrite the file if it exists, and follow a symbolic link')
    .addOption(new Option('--format <format>', 'file format; default: by the name of the output file, otherwise har').choices(FORMATS))
    .addOption(filterOption())
    .addOption(textOption())
    .addOption(okCodesOption())
    .option('-n, --last <count>', 'only this many of the newest requests that match', readCount)
    .option('--with-secrets', 'keep passwords, tokens and the like; by default, values whose names suggest secrets are replaced')
    .addOption(urlOption())
    .addHelpText('after', `
It exits with 1 if no request matches, and with 2 if there is no such session. Without --force, an existing file is not overwritten.

Examples:
  $ earshot export my-test-session -o checkout.har
  $ earshot export my-test-session -o checkout.html
  $ earshot export my-test-session -o checkout.har --force
  $ earshot export my-test-session --filter 'status:5xx' --format ndjson | jq .api
`)
    .action(exportSession)
}

async function exportSession (given: string, options: Options): Promise<void> {
  const session = readSession(given)
  const service = new Service(options.url)
  const { output, last, force = false, withSecrets = false } = options
  const format = options.format ?? FORMATS.find(name => output?.endsWith(`.${name}`)) ?? 'har'
  const wanted = readFilter(options)
  const found = sessionEntries(service, session, { filter: wanted, last })
  // JSON has what the service lists; files that are opened elsewhere have the messages of streams, too.
  const entries = withProgress(format === 'har' || format === 'html' ? withMessages(service, session, found) : found)
  const first = await entries.next()
  if (first.done) {
    if (!await service.knows(session)) throw unknownSession(session)
    throw new Failure(`There is no request in session ${session}${wanted.text ? ` that matches ${wanted.text}` : ''}`, EXIT.no)
  }
  const texts = format === 'html'
    ? htmlTexts(prepended(first.value, entries), {
      service, session, secrets: withSecrets ? 'keep' : 'redact', isPart: wanted.text !== '' || last !== undefined
    })
    : format === 'har' ? harTexts(first.value, entries, session, withSecrets) : jsonTexts(first.value, entries, format, options)
  if (output === undefined) {
    await pipeline(Readable.from(process.stdout.isTTY ? visibleTexts(texts, format) : texts), process.stdout, { end: false })
  } else {
    await writeFile(texts, output, force)
  }
}

/** For a terminal: escapes invisible characters, so that recorded text cannot control it. JSON stays JSON with the same meaning. */
async function * visibleTexts (texts: AsyncIterable<string>, format: Format): AsyncGenerator<string> {
  for await (const text of texts) yield format === 'html' ? visibleLines(text).join('\n') : visibleJson(text)
}

async function * harTexts (
  first: FullEntry, others: AsyncIterable<FullEntry>, session: string, withSecrets: boolean
): AsyncGenerator<string> {
  const writer = createHarWriter({ title: `Session ${session}`, version: VERSION, secrets: withSecrets ? 'keep' : 'redact' })
  yield writer.head(startMsOf(first)) + writer.entry(first)
  for await (const entry of others) yield writer.between + writer.entry(entry)
  yield writer.tail
}

async function * jsonTexts (
  first: Entry, others: AsyncIterable<Entry>, format: 'json' | 'ndjson', { withSecrets = false, okCodes: codes }: Options
): AsyncGenerator<string> {
  const entryText = (entry: Entry) => JSON.stringify(withVerdict(withSecrets ? entry : redactEntry(entry), codes))
  const [head, between, tail] = format === 'json' ? ['[\n', ',\n', '\n]\n'] : ['', '\n', '\n']
  yield head + entryText(first)
  for await (const entry of others) yield between + entryText(entry)
  yield tail
}

async function * prepended (first: FullEntry, others: AsyncIterable<FullEntry>): AsyncGenerator<FullEntry> {
  yield first
  yield * others
}

async function * withProgress (entries: AsyncIterable<FullEntry>): AsyncGenerator<FullEntry, undefined> {
  const progress = new Progress()
  let count = 0
  try {
    for await (const entry of entries) {
      progress.tell(counted(++count, 'request'))
      yield entry
    }
  } finally {
    progress.end()
  }
}
