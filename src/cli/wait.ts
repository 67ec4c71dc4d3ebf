// earshot wait: for CI. Ends when requests that match are there, or none came in time; then it says what came near.
import { Command, Option } from 'commander'
import { once } from 'node:events'
import type { Codes } from '../exchange/outcome.js'
import type { EntryFilter } from '../filter/entry-filter.js'
import type { Entry } from '../schema/entry.js'
import { visible } from '../text/visible.js'
import { NothingMatched } from '../web/feed/session-feed.js'
import { coloursFor } from './colours.js'
import { EXIT, Failure, usageFailure } from './failure.js'
import { filterOption, readFilter, textOption } from './filter-option.js'
import { judged } from './judged.js'
import { jsonText } from './json-text.js'
import { listen, type Listening } from './listening.js'
import { okCodesOption } from './ok-codes.js'
import { jsonOption, readCount, readDuration, urlOption } from './options.js'
import { requestLine } from './request-line.js'
import { Service } from './service.js'
import { readSession } from './session-id.js'

interface Options { url: string, filter?: string, text?: string, okCodes?: Codes, timeout: number, count?: number, none?: boolean, json?: boolean }

export function waitCommand (): Command {
  return new Command('wait')
    .description('Wait until a request that matches is recorded. For CI.')
    .argument('<session>', 'id of the session, 15 characters; it need not exist yet')
    .addOption(filterOption())
    .addOption(textOption())
    .addOption(okCodesOption())
    .addOption(new Option('-t, --timeout <time>', 'how long, such as 500ms, 30s or 2m').argParser(readDuration).default(30_000, '30s'))
    .option('-c, --count <count>', 'until so many different requests match', readCount)
    .option('--none', 'the other way round: fail as soon as one matches, and end well when the time is over')
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', `
Requests that are there already count. It prints those that match and ends with 0, or with 1 when the time is over; then it prints on stderr
what came near, and what of the filter it lacked. With --none it is 1 as soon as one matches, and 0 when the time is over.

Examples:
  $ earshot wait my-first-sessio --filter 'method:POST path:/orders status:2xx' --timeout 30s
  $ earshot wait my-first-sessio --filter 'path:/track' --count 3
  $ earshot wait my-first-sessio --filter 'status:5xx' --none --timeout 10s
`)
    .action(wait)
}

async function wait (given: string, options: Options): Promise<void> {
  const { url, okCodes: codes, timeout: timeoutMs, count = 1, none = false, json = false } = options
  if (none && count > 1) throw usageFailure('--none and --count exclude one another')
  const session = readSession(given)
  const service = new Service(url)
  const wanted = readFilter(options, { looksAtOne: true })
  const listening = listen(service, session, { say: sentence => { process.stderr.write(`${visible(sentence)}\n`) } })
  try {
    const matched = await Promise.race([listening.refused, firstOf(listening, wanted, { timeoutMs, count }), interrupted()])
    for (const entry of matched) print(entry, json, codes)
    if (none) throw new Failure(`A request matched ${wanted.text}`, EXIT.no)
  } catch (error) {
    if (!(error instanceof NothingMatched)) throw error
    if (!listening.wasLive) throw service.away('no answer in time')
    if (!none) throw new Failure(error.message, EXIT.no)
    if (listening.feed.state.name !== 'live') throw service.away('it went away, so nobody knows whether one came')
  } finally {
    listening.feed.close()
  }
}

/** So many different entries that match, in the order in which they were seen. */
async function firstOf ({ feed }: Listening, wanted: EntryFilter, { timeoutMs, count }: { timeoutMs: number, count: number }): Promise<Entry[]> {
  const found = new Map<string, Entry>()
  const isLast = (entry: Entry) => {
    if (wanted(entry)) found.set(entry.id, entry)
    return found.size >= count
  }
  await feed.waitFor(Object.assign(isLast, { text: wanted.text, missing: wanted.missing, changesAt: wanted.changesAt }), { timeoutMs })
  return [...found.values()]
}

async function interrupted (): Promise<never> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  // Who typed it knows. The code is the one that shells give.
  throw new Failure('', 130)
}

function print (entry: Entry, json: boolean, codes: Codes | undefined): void {
  process.stdout.write(`${json ? jsonText(judged(entry, codes)) : requestLine(entry, coloursFor(process.stdout), { columns: process.stdout.columns, codes })}\n`)
}
