// earshot mcp: a server of the Model Context Protocol over stdio, through which an agent reads sessions. It is read-only, unless
// --rules lets the agent write rules.
import { Command } from 'commander'
import type { Codes } from '../exchange/outcome.js'
import { okCodesOption } from './ok-codes.js'
import { urlOption } from './options.js'
import { Service } from './service.js'
import { readSession } from './session-id.js'
import { sayReading } from './terminal-input.js'

interface Options { url: string, withSecrets?: boolean, okCodes?: Codes, rules?: boolean }

export function mcpCommand (): Command {
  return new Command('mcp')
    .description('Let an agent read sessions: a server of the Model Context Protocol over stdin and stdout.')
    .argument('[session]', 'the session to use if the agent names none')
    .option('--with-secrets', 'show passwords, tokens and the like; by default, values whose names suggest secrets are replaced')
    .option('--rules', 'let the agent write rules, which change what apps do; by default, it only reads')
    .addOption(okCodesOption())
    .addOption(urlOption())
    .addHelpText('after', `
Its tools only read: summarize_session, list_requests, search_text, get_request, get_messages, compare_with_last_good,
compare_requests, wait_for_request, get_screenshot, list_rules; create_session makes an id and its link. With --rules, add_rule,
remove_rules and switch_rules write rules (docs/rules.md). docs/agents.md has the configuration of the usual clients.

Examples:
  $ earshot mcp my-test-session
  $ claude mcp add earshot -- earshot mcp
  $ earshot mcp my-test-session --rules
`)
    .action(async (given: string | undefined, { url, withSecrets = false, okCodes: codes, rules: mayWriteRules = false }: Options) => {
      const session = given === undefined ? undefined : readSession(given)
      sayReading()
      // Imported here: the server takes time to load, and no other command needs it.
      const { serve } = await import('./mcp/server.js')
      await serve(new Service(url), { session, withSecrets, codes, mayWriteRules })
    })
}
