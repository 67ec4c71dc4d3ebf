// earshot rules: lists, adds and switches the rules of a session, and makes rules from a recording.
import { Command } from 'commander'
import type { RulesReply } from '../schema/rule.js'
import { isSessionId } from '../schema/session-id.js'
import { visible } from '../text/visible.js'
import { colorsFor } from './colors.js'
import { jsonText } from './json-text.js'
import { jsonOption, urlOption } from './options.js'
import { addCommand } from './rules/add.js'
import { exportCommand } from './rules/export.js'
import { fromCommand } from './rules/from.js'
import { rulesText } from './rules/rule-lines.js'
import { changeRules, readRules, removeRules } from './rules/session-rules.js'
import { Service } from './service.js'
import { readSession } from './session-id.js'

interface Options { url: string, json?: boolean }

export function rulesCommand (): Command {
  return new Command('rules')
    .description('Rules answer, change or delay requests, or make them fail, inside apps that opt in (data-rules); see docs/rules.md.')
    .addCommand(
      command('list', 'List the rules in the order in which they are tried. The default command.', list)
        .allowExcessArguments(),
      { isDefault: true }
    )
    .addCommand(addCommand())
    .addCommand(fromCommand())
    .addCommand(exportCommand())
    .addCommand(command('off', 'Switch all rules off: requests are made as if there were none.', switching(true)))
    .addCommand(command('on', 'Switch the rules on again.', switching(false)))
    .addCommand(command('remove', 'Remove rules by their ids; without ids, remove all.', remove)
      .argument('[id...]', 'ids, as earshot rules shows them'))
    .addHelpText('after', `
Each rule ends after an hour, unless you give another time. If the service has RULE_TOKENS, set EARSHOT_TOKEN to one of
them before you change rules.

Examples:
  $ earshot rules my-test-session
  $ earshot rules add my-test-session 'method:POST path:=/v1/pay' --status 503 --times 2
  $ earshot rules add my-test-session 231 --fail network
  $ earshot rules from my-test-session checkout.har
  $ earshot rules off my-test-session
`)
}

type Action = (session: string, service: Service, options: Options, ids: string[]) => Promise<RulesReply>

function command (name: string, description: string, run: Action): Command {
  const made: Command = new Command(name)
    .description(description)
    .argument('<session>', 'id of the session, 15 characters')
    .addOption(jsonOption())
    .addOption(urlOption())
    .action(async (given: string) => {
      refuseUnknown(made, given)
      const options = made.opts<Options>()
      const session = readSession(given)
      print(await run(session, new Service(options.url), options, made.args.slice(1)), session, options)
    })
  return made
}

/** `rules lst <session>` gets here as `rules list lst <session>`, because list is the default. */
function refuseUnknown (made: Command, given: string): void {
  const { parent } = made
  if (made.name() !== 'list' || made.args.length < 2 || !parent) return
  const names = parent.commands.map(command => command.name()).filter(name => name !== 'help')
  if (isSessionId(given)) {
    const name = names.find(name => name === made.args[1])
    if (name !== undefined) parent.error(`error: the subcommand comes first: earshot rules ${name} ${visible(given)}`)
    made.error("error: too many arguments for 'list'")
  }
  parent.error(`error: there is no subcommand '${visible(given)}'. The subcommands are ${names.join(', ')}`)
}

async function list (session: string, service: Service): Promise<RulesReply> {
  return await readRules(service, session)
}

function switching (off: boolean): Action {
  return async (session, service) => await changeRules(service, session, ({ rules }) => ({ off, rules }))
}

async function remove (session: string, service: Service, _options: Options, ids: string[]): Promise<RulesReply> {
  return await removeRules(ids, service, session)
}

function print (rules: RulesReply, session: string, { json = false }: Options): void {
  process.stdout.write(json ? `${jsonText(rules)}\n` : rulesText(rules, session, colorsFor(process.stdout)))
}
