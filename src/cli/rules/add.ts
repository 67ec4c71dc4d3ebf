// earshot rules add: adds a rule from a request of the session, from a filter, or from a file. New rules are placed first, so that older
// ones do not apply before them.
import { randomBytes } from 'node:crypto'
import { Command, InvalidArgumentError } from 'commander'
import { actionOf as actionOfEntry, matchOf, nameOf } from '../../rules/from-entry.js'
import { KNOWN_KEYS } from '../../rules/match.js'
import { matchRefusal } from '../../rules/match-fault.js'
import { RULE_LIMITS, type GivenRule, type Rule } from '../../schema/rule.js'
import { visible } from '../../text/visible.js'
import { EXIT, Failure, usageFailure } from '../failure.js'
import { jsonText } from '../json-text.js'
import { durationMs, jsonOption, readCount, refuseOptions, urlOption } from '../options.js'
import { Service } from '../service.js'
import { entryById } from '../session-entries.js'
import { readSession } from '../session-id.js'
import { actionOf, addActionOptions, type ActionOptions } from './action-options.js'
import { doesText, offText } from './rule-lines.js'
import { checkStoredBodies, rulesIn } from './rules-file.js'
import { changeRules } from './session-rules.js'

export interface RuleOptions extends ActionOptions {
  name?: string | undefined
  times?: number | undefined
  chance?: number | undefined
  /** How long the rule lasts, in milliseconds. */
  for?: number | undefined
}

interface Options extends RuleOptions { url: string, json?: boolean, file?: string, replace?: boolean }

/** The other options would say what a rule does, but the rules in the file say that. */
const ALLOWED_WITH_FILE = ['--file', '--for', '--replace', '--json', '--url']

/** What the filter of a rule may ask for. */
export const MATCH_KEYS = Object.keys(KNOWN_KEYS).map(key => `${key}:`).join(' ')

export function addCommand (): Command {
  return addActionOptions(new Command('add'))
    .description('Add a rule, which is tried before all others.')
    .argument('<session>', 'id of the session, 15 characters')
    .argument('[request]',
      'a filter, or the id of a recorded request: requests like it get its recorded response, unless an option says otherwise')
    .option('--times <count>', 'how many requests the rule applies to in each app', readCount)
    .option('--chance <percent>', 'percent of the matching requests that the rule applies to', readChance)
    .option('--for <time>', 'how long the rule lasts: 10m, 8h; at most 24h; by default 1h', readLifetime)
    .option('--name <name>', 'name of the rule, for people')
    .option('--file <file>',
      'add the rules of this JSON file instead, with new ids and end times: a rule, a list, or the output of earshot rules export ' +
      'json; - is stdin')
    .option('--replace', 'with --file: remove the existing rules; by default, they stay, and are tried after the new ones')
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', `
The filter may use only what is known when a request starts: text in the URL, and the keys
${MATCH_KEYS.replace(/ (\S+)$/, ' and $1')}.
Here, header: and body: search only the request. Regular expressions are refused. See docs/rules.md.

Examples:
  $ earshot rules add my-test-session 'method:POST path:=/v1/pay' --status 503 --body '{"error":"busy"}'
  $ earshot rules add my-test-session 231 --status 500
  $ earshot rules add my-test-session 'path:/search' --delay 800-3000 --chance 30
  $ earshot rules add my-test-session 'path:=/v1/me' --merge '{"plan":"free"}' --for 8h
`)
    .action(add)
}

async function add (given: string, request: string | undefined, options: Options, command: Command): Promise<void> {
  const session = readSession(given)
  const service = new Service(options.url)
  if ((request === undefined) === (options.file === undefined)) {
    throw usageFailure(request === undefined
      ? 'Give the id of a request, or a filter, or --file'
      : '--file cannot be used with a filter or the id of a request: the rules in the file have filters of their own')
  }
  if (options.replace && options.file === undefined) {
    throw usageFailure('--replace needs --file; to remove rules, use `earshot rules remove`')
  }
  const added = options.file === undefined
    ? [await ruleOf(request ?? '', service, session, options)]
    : await rulesOf(options.file, options, command)
  const { written, off } = await addRules(added, service, session, options.replace)
  process.stdout.write(written.map(rule => `${options.json ? jsonText(rule) : lineOf(rule)}\n`).join(''))
  if (off) process.stderr.write(`${offText(session)}\n`)
}

async function rulesOf (file: string, { for: lifetimeMs }: Options, command: Command): Promise<GivenRule[]> {
  refuseOptions(command, ALLOWED_WITH_FILE, '--file: the rules in the file say what they do. Only --for changes them')
  const rules = await rulesIn(file)
  return lifetimeMs === undefined ? rules : rules.map(rule => ({ ...rule, lifetimeMs }))
}

/** Adds the rules before the others, or instead of them, with new ids. `off`: whether all rules are off. */
export async function addRules (
  added: GivenRule[], service: Service, session: string, instead = false
): Promise<{ written: Rule[], off: boolean }> {
  const named = added.map(rule => ({ ...rule, id: `r-${randomBytes(6).toString('hex')}` }))
  const reply = await changeRules(service, session, ({ off, rules }) => {
    checkStoredBodies(named, rules)
    const all = instead ? named : [...named, ...rules]
    if (all.length > RULE_LIMITS.rules) throw usageFailure(`There would be ${all.length} rules; a session has at most ${RULE_LIMITS.rules}`)
    return { off, rules: all }
  })
  const ids = new Set(named.map(({ id }) => id))
  return { written: reply.rules.filter(({ id }) => ids.has(id)), off: reply.off }
}

export function lineOf (rule: Rule): string {
  return `${rule.id}  ${visible(rule.name)}: ${doesText(rule)}`
}

/** A text like this is the id of a request: a filter that is only a number would be of no use. */
const ENTRY_ID = /^\d{1,15}(?:-[0-9a-f]{12})?$/

/** `request`: the id of an entry, or a filter. */
export async function ruleOf (request: string, service: Service, session: string, options: RuleOptions): Promise<GivenRule> {
  const { name, times, chance, for: lifetimeMs } = options
  const made = ENTRY_ID.test(request)
    ? await ofEntry(request, service, session, options)
    : { match: request, name: request || 'Every request', action: await actionOf(options) }
  const refusal = matchRefusal(made.match)
  if (refusal !== undefined) throw usageFailure(refusal)
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
  const ms = Math.round(durationMs(text))
  if (!(ms >= 1000 && ms <= RULE_LIMITS.lifetime)) throw new InvalidArgumentError('It must be a time between 1s and 24h, such as 10m.')
  return ms
}
