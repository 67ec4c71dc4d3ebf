// earshot rules add: a rule from a request of the session, from a filter, or from a file. New rules come first, so they apply.
import { Command, InvalidArgumentError } from 'commander'
import { actionOf as actionOfEntry, matchOf, nameOf } from '../../rules/from-entry.js'
import { matchFault } from '../../rules/match-fault.js'
import { RULE_LIMITS, type GivenRule, type Rule } from '../../schema/rule.js'
import { visible } from '../../text/visible.js'
import { EXIT, Failure, usageFailure } from '../failure.js'
import { jsonText } from '../json-text.js'
import { jsonOption, readCount, readDuration, urlOption } from '../options.js'
import { readBytes } from '../recording-file.js'
import { Service } from '../service.js'
import { entryById } from '../session-entries.js'
import { readSession } from '../session-id.js'
import { actionOf, addActionOptions, type ActionOptions } from './action-options.js'
import { doesText } from './rule-lines.js'
import { changeRules } from './session-rules.js'

export interface RuleOptions extends ActionOptions {
  name?: string | undefined
  times?: number | undefined
  chance?: number | undefined
  /** Its life, in milliseconds. */
  for?: number | undefined
}

interface Options extends RuleOptions { url: string, json?: boolean, file?: string }

export function addCommand (): Command {
  return addActionOptions(new Command('add'))
    .description('Add a rule before all others.')
    .argument('<session>', 'id of the session, 15 characters')
    .argument('[request]', 'the id of a recorded request, which is answered as recorded unless an option says otherwise; or a filter')
    .option('--times <count>', 'how often it applies in each app before it rests', readCount)
    .option('--chance <percent>', 'of 100 requests that match, about how many it applies to', readChance)
    .option('--for <time>', 'how long it lives: 10m, 8h; at most 24h; by default 1h', readLifetime)
    .option('--name <name>', 'what it is called in lists')
    .option('--file <file>', 'add the rules in this JSON file instead: one, a list, or the output of earshot rules --json; - is stdin')
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', `
A filter may ask for what is known when a request starts: method, host, path, query, operation, headers and body of the request, source.

Examples:
  $ earshot rules add my-first-sessio 'method:POST path:=/v1/pay' --status 503 --body '{"error":"busy"}'
  $ earshot rules add my-first-sessio 231 --status 500
  $ earshot rules add my-first-sessio 'path:/search' --delay 800-3000 --chance 30
  $ earshot rules add my-first-sessio 'path:=/v1/me' --merge '{"plan":"free"}' --for 8h
`)
    .action(add)
}

async function add (given: string, request: string | undefined, options: Options): Promise<void> {
  const session = readSession(given)
  const service = new Service(options.url)
  if ((request === undefined) === (options.file === undefined)) {
    throw usageFailure('Give the id of a request, or a filter, or --file')
  }
  const added = options.file === undefined
    ? [await ruleOf(request ?? '', service, session, options)]
    : await rulesIn(options.file)
  const { written, off } = await addRules(added, service, session)
  process.stdout.write(written.map(rule => `${options.json ? jsonText(rule) : lineOf(rule)}\n`).join(''))
  if (off) process.stderr.write(`All rules rest; to let them apply: earshot rules on ${session}\n`)
}

/** Adds the rules before the others; one with a known id replaces it. `off`: whether all rules rest. */
export async function addRules (added: GivenRule[], service: Service, session: string): Promise<{ written: Rule[], off: boolean }> {
  const reply = await changeRules(service, session, ({ off, rules }) => {
    const replaced = new Set(added.map(({ id }) => id).filter(id => id !== undefined))
    const all = [...added, ...rules.filter(({ id }) => !replaced.has(id))]
    if (all.length > RULE_LIMITS.rules) throw usageFailure(`There would be ${all.length} rules; a session has at most ${RULE_LIMITS.rules}`)
    return { off, rules: all }
  })
  return { written: reply.rules.slice(0, added.length), off: reply.off }
}

export function lineOf (rule: Rule): string {
  return `${rule.id}  ${visible(rule.name)}: ${doesText(rule)}`
}

/** A filter that is only a number would find little: it is the id of a request. */
const ENTRY_ID = /^\d{1,15}(?:-[0-9a-f]{12})?$/

/** `request`: the id of an entry, or a filter. */
export async function ruleOf (request: string, service: Service, session: string, options: RuleOptions): Promise<GivenRule> {
  const { name, times, chance, for: lifetimeMs } = options
  const made = ENTRY_ID.test(request)
    ? await ofEntry(request, service, session, options)
    : { match: request, name: request || 'Every request', action: await actionOf(options) }
  const fault = matchFault(made.match)
  if (fault !== undefined) throw usageFailure(`The filter is not clear: ${fault}`)
  return {
    ...made,
    name: cut(name ?? made.name),
    ...times !== undefined && { times },
    ...chance !== undefined && { chance },
    ...lifetimeMs !== undefined && { lifetimeMs }
  }
}

async function ofEntry (id: string, service: Service, session: string, options: RuleOptions): Promise<GivenRule> {
  const entry = await entryById(service, session, id)
  if (!entry) throw new Failure(`There is no request ${id} in session ${session}: it is gone, or in another session`, EXIT.no)
  return { name: nameOf(entry), match: matchOf(entry), action: await actionOf(options, actionOfEntry(entry)) }
}

async function rulesIn (file: string): Promise<GivenRule[]> {
  const text = (await readBytes(file)).toString('utf8')
  try {
    const value = JSON.parse(text) as GivenRule | GivenRule[] | { rules: GivenRule[] }
    return Array.isArray(value) ? value : 'rules' in value ? value.rules : [value]
  } catch (error) {
    throw usageFailure(`${file} is not JSON: ${(error as Error).message}`)
  }
}

function cut (name: string): string {
  const most = 100
  return name.length <= most ? name : `${name.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

function readChance (text: string): number {
  const chance = Number(text.replace(/%$/, ''))
  if (!(chance > 0 && chance <= 100)) throw new InvalidArgumentError('It must be a number above 0, at most 100.')
  return chance
}

export function readLifetime (text: string): number {
  const ms = Math.round(readDuration(text))
  if (ms < 1000 || ms > RULE_LIMITS.lifetime) throw new InvalidArgumentError('It must be between 1s and 24h.')
  return ms
}
