// curl for cmd.exe, which expands variables and removes escapes before curl.exe splits the line into arguments.
import { curlOptions, curlRefusal, type Option } from './curl-options.js'
import type { Sendable } from './sendable.js'
import type { Snippet, SnippetBody } from './snippet.js'

/** The longest command line, as cmd documents it. */
const MAX_COMMAND_LENGTH = 8191
const CARRIED = /^[ -~\n]*$/

export function cmd (request: Sendable): Snippet {
  const refused = curlRefusal(request)
  if (refused) return { refused }
  const body = request.body ? dataOption(request.body) : []
  if (!body) return { refused: 'cmd cannot carry a binary body: use PowerShell.' }
  const options = [['curl', request.url], ...curlOptions(request), ...body]
  if (!options.flat().every(word => CARRIED.test(word))) {
    return { refused: 'cmd cannot carry non-ASCII or control characters: use PowerShell.' }
  }
  const command = options.map(words => words.map(cmdQuoted).join(' ')).join(' ^\n  ')
  if (command.length > MAX_COMMAND_LENGTH) return { refused: 'The command is longer than cmd allows: use PowerShell.' }
  return { text: request.remarks.map(remark => `rem ${remark}\n`).join('') + command }
}

function dataOption (body: SnippetBody): Option[] | undefined {
  return 'text' in body ? [['--data-raw', body.text]] : undefined
}

// cmd replaces %name% with variables, then removes each ^; then the program splits the line into arguments by the rules of
// CommandLineToArgvW. The quoting reverses these steps, from the last to the first.
/** Accepts printable ASCII and line feeds. Without quotes if no character has a special meaning. */
function cmdQuoted (text: string): string {
  if (/^[\w@.-]+$/.test(text)) return text
  return `^"${withoutVariables(escaped(argument(text)))}^"`
}

// Backslashes are doubled only before a quote, also before the quote that ends the argument. Chrome doubles all of them, and so
// sends JSON with \\n instead of \n.
function argument (text: string): string {
  return text.replace(/\\+|"/g, (run, at: number) => {
    if (run === '"') return '\\"'
    const next = text.charAt(at + run.length)
    return next === '"' || next === '' ? run + run : run
  })
}

// The quotes themselves are escaped, so that cmd sees no quotes, and ^ works everywhere. cmd removes the first of two line feeds.
function escaped (text: string): string {
  return text.replace(/[^a-zA-Z0-9\s_\-:=+~'/.,?;*]/g, '^$&').replaceAll('\n', '^\n\n')
}

// Nothing can escape %, but no variable has a name that begins with ^. So each % gets a ^ after it, unless it already has one.
function withoutVariables (text: string): string {
  return text.replace(/%(?=[^^])/g, '%^')
}
