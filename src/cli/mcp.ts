// earshot mcp: a server of the Model Context Protocol over stdio, with which an agent reads sessions. It reads only.
import { Command } from 'commander'
import { urlOption } from './options.js'
import { Service } from './service.js'
import { readSession } from './session-id.js'

interface Options { url: string, withSecrets?: boolean }

export function mcpCommand (): Command {
  return new Command('mcp')
    .description('Let an agent read sessions: a server of the Model Context Protocol over stdin and stdout.')
    .argument('[session]', 'the session that is meant where the agent names none')
    .option('--with-secrets', 'show passwords, tokens and the like; without it values of the usual names are replaced')
    .addOption(urlOption())
    .addHelpText('after', `
Its tools only read: list_requests, get_request, wait_for_request, compare_requests, summarize_session, get_screenshot.

Examples:
  $ earshot mcp my-first-sessio
  $ claude mcp add earshot -- npx earshot mcp my-first-sessio
`)
    .action(async (given: string | undefined, { url, withSecrets = false }: Options) => {
      const session = given === undefined ? undefined : readSession(given)
      // It takes time to load, and no other command needs it.
      const { serve } = await import('./mcp/server.js')
      await serve(new Service(url), { session, withSecrets })
    })
}
