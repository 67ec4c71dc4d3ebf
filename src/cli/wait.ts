// earshot wait: for CI. It ends when enough requests match, or after the timeout. If too few requests matched, it prints the requests that
// came closest to a match.
import { Command, Option } from 'commander'
import { once } from 'node:events'
import type { Codes } from '../exchange/outcome.js'
import type { EntryFilter } from '../filter/entry-filter.js'
import type { Entry } from '../schema/entry.js'
import { counted } from '../text/count.js'
import { visible } from '../text/visible.js'
import { NothingMatched, NotAllSeen, sizeSentence } from '../web/feed/session-feed.js'
import { colorsFor } from './colors.js'
import { EXIT, Failure, usageFailure } from './failure.js'
import { filterOption, readFilter, textOption } from './filter-option.js'
import { MessageMatches } from './message-matches.js'
import { jsonText } from './json-text.js'
import { listen, ofUnknown, type Listening } from './listening.js'
import { okCodesOption } from './ok-codes.js'
import { jsonOption, readCount, readDuration, urlOption } from './options.js'
import { requestLine } from './request-line.js'
import { Away, Service } from './service.js'
import { sessionEntries } from './session-entries.js'
import { readSession, unknownSession } from './session-id.js'
import { withVerdict } from './with-verdict.js'

interface Options {
  url: string
  filter?: string[]
  text?: string[]
  okCodes?: Codes
  timeout: number
  count?: number
  none?: boolean
  allowEmpty?: boolean
  allowEvicted?: boolean
  json?: boolean
}

export function waitCommand (): Command {
  return new Command('wait')
    .description('Wait until a matching request is recorded. For CI.')
    .argument('<session>', 'id of the session, 15 characters; it need not exist yet')
    .addOption(filterOption())
    .addOption(textOption())
    .addOption(okCodesOption())
    .addOption(new Option(
      '-t, --timeout <time>', 'how long to wait for new requests, such as 500ms, 30s or 2m; 0: check only the recorded ones'
    ).argParser(readDuration).default(30_000, '30s'))
    .option('-c, --count <count>', 'wait until this many different requests match', readCount)
    .option('--none', 'expect that no request matches: exit with 1 as soon as one does, and with 0 after the timeout')
    .option('--allow-empty', 'with --none: also succeed if there is no such session')
    .option('--allow-evicted', 'look only at the requests that the session still has, if older ones were evicted')
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', `
Recorded requests count, too: they are checked first, however long that takes; then the timeout starts. It prints the matches. If too few
match, it prints to stderr the requests that came closest, and the terms that they do not match.

Exit codes:
  0  enough requests matched; with --none, none matched before the timeout
  1  too few requests matched before the timeout; with --none, one matched, and the command ended at once
  2  with --none, there is no such session, and --allow-empty is not given; or the command line is wrong
  3  not all requests could be checked: the service was unavailable, or the session had evicted its oldest requests (MAX_ENTRIES,
     MAX_SESSION_BYTES), and --allow-evicted is not given

Examples:
  $ earshot wait my-test-session --filter 'method:POST path:/orders status:2xx' --timeout 30s
  $ earshot wait my-test-session --filter 'path:/track' --count 3
  $ earshot wait my-test-session --filter 'status:5xx' --none --timeout 10s
  $ earshot wait my-test-session --filter 'is:error' --none -t 0
`)
    .action(wait)
}

async function wait (given: string, options: Options): Promise<void> {
  const { none = false, count = 1, json = false, okCodes } = options
  if (none && count > 1) throw usageFailure('--none and --count cannot be used together')
  if (options.allowEmpty && !none) throw usageFailure('--allow-empty needs --none')
  const session = readSession(given)
  const service = new Service(options.url)
  const wanted = readFilter(options, { looksAtOne: true })
  const criteria = { wanted, count, timeoutMs: options.timeout }
  const matched = await recordedMatches(service, session, criteria) ?? await newMatches(service, session, criteria, options)
  for (const entry of matched) print(entry, json, okCodes)
  if (none && matched.length > 0) {
    throw new Failure(wanted.text.trim() ? `A request matched ${wanted.text}` : 'A request was recorded', EXIT.no)
  }
}

interface Criteria { wanted: EntryFilter, count: number, timeoutMs: number }

/** The matching entries that are recorded already; undefined if there are too few, or if the service is unreachable. */
async function recordedMatches (service: Service, session: string, { wanted, count, timeoutMs }: Criteria): Promise<Entry[] | undefined> {
  const found: Entry[] = []
  try {
    for await (const entry of sessionEntries(service, session, { filter: wanted })) {
      found.push(entry)
      if (found.length >= count) return found
    }
  } catch (error) {
    // With time to wait, the service may come back.
    if (!(error instanceof Away) || timeoutMs === 0) throw error
  }
  return undefined
}

/** Waits for requests that match. With `none`, a timeout is a success, and the list is empty. */
async function newMatches (
  service: Service, session: string, criteria: Criteria, { none, allowEmpty, allowEvicted }: Options
): Promise<Entry[]> {
  // The feed sees each entry before it is evicted, so only earlier evictions matter.
  const evicted = allowEvicted ? 0 : await evictedBefore(service, session)
  const listening = listen(service, session, {
    say: sentence => { process.stderr.write(`${visible(sentence)}\n`) },
    changed: change => { messageMatches?.changed(change) }
  })
  const messageMatches = criteria.wanted.needsMessages ? new MessageMatches(criteria.wanted, listening.feed) : undefined
  try {
    return await Promise.race([listening.refused, firstOf(listening, criteria, messageMatches), interrupted()])
  } catch (error) {
    if (error instanceof NotAllSeen) {
      if (listening.wasLive || listening.feed.size > 0) throw new Failure(error.message, EXIT.service)
      throw await listening.why ?? service.away('no answer in time')
    }
    if (!(error instanceof NothingMatched)) throw error
    if (evicted > 0) throw new Failure(notAllSeen(criteria, listening.feed.size, evicted), EXIT.service)
    if (!none) throw new Failure(listening.isKnown ? error.message : ofUnknown(error.message, session), EXIT.no)
    if (!listening.isKnown && !allowEmpty) throw unknownSession(session, '--allow-empty')
    return []
  } finally {
    listening.feed.close()
  }
}

/** 0 if the service is unreachable: then that is the failure. */
async function evictedBefore (service: Service, session: string): Promise<number> {
  try {
    return await service.evicted(session)
  } catch (error) {
    if (error instanceof Away) return 0
    throw error
  }
}

function notAllSeen ({ wanted: { text }, count }: Criteria, size: number, evicted: number): string {
  const what = `${count > 1 ? 'enough requests' : 'a request'} matched${text.trim() ? ` ${text}` : ''}`
  const advice = 'use a new session for each run, raise MAX_ENTRIES and MAX_SESSION_BYTES of the service, or add --allow-evicted'
  return `It is unknown whether ${what}. ${sizeSentence(size)} ${counted(evicted, 'older one was', 'older ones were')} evicted: ${advice}`
}

/** The first `count` different entries that match, in the order in which they were seen. */
async function firstOf (
  { feed }: Listening, { wanted: given, count, timeoutMs }: Criteria, messageMatches?: MessageMatches
): Promise<Entry[]> {
  const wanted = messageMatches?.wanted ?? given
  const found = new Map<string, Entry>()
  const isLast = (entry: Entry) => {
    if (wanted(entry)) found.set(entry.id, entry)
    return found.size >= count
  }
  try {
    const isEnough = Object.assign(isLast, { text: wanted.text, missing: wanted.missing, changesAt: wanted.changesAt })
    const matched = feed.waitFor(isEnough, { timeoutMs, allowEvicted: true })
    await (messageMatches ? messageMatches.race(matched, isLast) : matched)
  } catch (error) {
    if (found.size === 0) throw error
    const what = wanted.text.trim() ? ` ${wanted.text}` : ''
    const matched = `${counted(found.size, 'request')} matched${what}; ${count} were expected. ${sizeSentence(feed.size)}`
    if (error instanceof NothingMatched) throw new NothingMatched(`Only ${matched}`, error.near)
    if (!(error instanceof NotAllSeen)) throw error
    throw new Failure(`It is unknown whether more requests matched: ${error.why}. So far, ${matched}`, EXIT.service)
  }
  return [...found.values()]
}

async function interrupted (): Promise<never> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  // No message: the user has pressed Ctrl-C and knows. 130 is the exit code that shells use for this.
  throw new Failure('', 130)
}

function print (entry: Entry, json: boolean, codes: Codes | undefined): void {
  const { columns } = process.stdout
  const line = json ? jsonText(withVerdict(entry, codes)) : requestLine(entry, colorsFor(process.stdout), { columns, codes })
  process.stdout.write(`${line}\n`)
}
