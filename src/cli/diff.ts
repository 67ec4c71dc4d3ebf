// earshot diff: compares two sessions or recordings: which requests were made, how often, and how they ended.
import { Command } from 'commander'
import { existsSync } from 'node:fs'
import type { Codes } from '../exchange/outcome.js'
import { isSessionId } from '../schema/session-id.js'
import type { ApiGroup } from '../summary/api-group.js'
import { durationText } from '../text/duration.js'
import { counted } from '../text/count.js'
import { visible } from '../text/visible.js'
import { groupByApi } from './api-groups.js'
import { colorsFor } from './colors.js'
import { EXIT, usageFailure } from './failure.js'
import { filterOption, readFilter, textOption } from './filter-option.js'
import { jsonText } from './json-text.js'
import { okCodesOption } from './ok-codes.js'
import { jsonOption, urlOption } from './options.js'
import { entriesIn, readRecording } from './recording-file.js'
import { Service } from './service.js'
import { sessionEntries } from './session-entries.js'
import { neitherFileNorSession } from './session-id.js'
import type { EntryFilter } from '../filter/entry-filter.js'
import type { Entry } from '../schema/entry.js'

interface Options { url: string, filter?: string[], text?: string[], okCodes?: Codes, json?: boolean, all?: boolean, allowEmpty?: boolean }
type Groups = Map<string, ApiGroup>
interface Difference { mark: '+' | '-' | '~' | '=', api: string, a: ApiGroup | undefined, b: ApiGroup | undefined }

export function diffCommand (): Command {
  return new Command('diff')
    .description('Compare two sessions or recordings by method and path: what was requested, how often, and how it ended.')
    .argument('<a>', 'the id of a session, or a file: HAR, or JSON or NDJSON from earshot export')
    .argument('<b>', 'the session or file to compare <a> with')
    .addOption(filterOption())
    .addOption(textOption())
    .addOption(okCodesOption())
    .option('--all', 'also show the endpoints that are the same')
    .option('--allow-empty', 'also succeed if there is nothing to compare, or no such session')
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', `
Ids in paths (numbers, UUIDs and the like) count as equal, and are shown as *. Hosts are ignored. It exits with 1 if the two sides
differ in their requests, in how often each was made, or in how it ended; with 2 if there is no such session, or if neither side has a
request that matches; else with 0. Times are shown, but not compared.

Examples:
  $ earshot diff before.har after.har
  $ earshot diff main-run-000001 my-branch-00001 --filter 'path:/api/'
`)
    .action(diff)
}

async function diff (nameA: string, nameB: string, options: Options): Promise<void> {
  const { url, json = false, all = false, allowEmpty = false } = options
  const service = new Service(url)
  const wanted = readFilter(options, { looksAtOne: true })
  const [a, b] = [await groupsOf(nameA, service, wanted, allowEmpty), await groupsOf(nameB, service, wanted, allowEmpty)]
  if (a.size + b.size === 0 && !allowEmpty) {
    const which = wanted.text.trim() ? ` that matches ${wanted.text}` : ''
    throw usageFailure(`There is nothing to compare: neither side has a request${which}. To accept that, add --allow-empty`)
  }
  const differences = [...new Set([...a.keys(), ...b.keys()])].map(api => differenceOf(api, a.get(api), b.get(api)))
  const differ = differences.filter(({ mark }) => mark !== '=')
  if (json) for (const difference of all ? differences : differ) process.stdout.write(`${jsonText(plain(difference))}\n`)
  else process.stdout.write(tableOf(all ? differences : differ, differences.length - differ.length))
  if (differ.length > 0) process.exitCode = EXIT.no
}

async function groupsOf (name: string, service: Service, filter: EntryFilter, allowEmpty: boolean): Promise<Groups> {
  if (name === '-' || existsSync(name)) return await byApi(entriesIn(await readRecording(name)).filter(filter), filter.codes)
  if (!isSessionId(name)) throw neitherFileNorSession(name)
  const groups = await byApi(sessionEntries(service, name, { filter }), filter.codes)
  if (groups.size === 0 && !allowEmpty && !await service.knows(name)) throw neitherFileNorSession(name, '--allow-empty')
  return groups
}

/** Ignores the host: the two sides are often recordings of two deployments. */
async function byApi (entries: AsyncIterable<Entry> | Iterable<Entry>, codes: Codes | undefined): Promise<Groups> {
  const groups = await groupByApi(entries, { isAnyHost: true, codes })
  return new Map(groups.map(group => [`${group.method} ${group.path}`, group]))
}

function differenceOf (api: string, a: ApiGroup | undefined, b: ApiGroup | undefined): Difference {
  const mark = !a ? '+' : !b ? '-' : outcomesOf(a) === outcomesOf(b) ? '=' : '~'
  return { mark, api, a, b }
}

/** The outcomes with their counts, such as `200 x3, 500`. */
function outcomesOf (group: ApiGroup | undefined): string {
  const outcomes = [...group?.outcomes ?? []].sort(([a], [b]) => a < b ? -1 : 1)
  return outcomes.map(([outcome, count]) => count === 1 ? outcome : `${outcome} x${count}`).join(', ') || 'none'
}

function plain ({ mark, api, a, b }: Difference): object {
  const side = (group: ApiGroup | undefined) => group && {
    count: group.count, outcomes: Object.fromEntries(group.outcomes), p50: group.times.percentile(50), bytes: group.bytes
  }
  return { difference: { '+': 'only in b', '-': 'only in a', '~': 'differs', '=': 'same' }[mark], api, a: side(a), b: side(b) }
}

function tableOf (differences: Difference[], same: number): string {
  const { good, bad, mistake, faint } = colorsFor(process.stdout)
  const paint = { '+': good, '-': bad, '~': mistake, '=': faint }
  const rows = differences.map(
    ({ mark, api, a, b }) => [mark, visible(api), visible(outcomesOf(a)), '->', visible(outcomesOf(b)), timesOf(a, b)]
  )
  const widths = [0, 1, 2, 3, 4].map(column => Math.min(80, Math.max(0, ...rows.map(row => row[column]?.length ?? 0))))
  const lineOf = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()
  const lines = rows.map((row, n) => paint[differences[n]?.mark ?? '='](lineOf(row)))
  const last = `${differences.length === 0 ? 'No differences; ' : ''}${counted(same, 'endpoint is', 'endpoints are')} the same`
  return [...lines, faint(last)].map(line => `${line}\n`).join('')
}

function timesOf (a: ApiGroup | undefined, b: ApiGroup | undefined): string {
  const [before, after] = [a, b].map(group => group?.times.percentile(50))
  return before === undefined || after === undefined ? '' : `${durationText(before)} -> ${durationText(after)}`
}
