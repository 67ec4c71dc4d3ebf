// curl for cmd.exe, which expands, escapes and cuts before curl.exe cuts the line into arguments once more.
import { cmdQuoted } from './cmd-quote.js'
import { curlOptions, curlRefusal, type Option } from './curl-options.js'
import type { Sendable } from './sendable.js'
import type { Snippet, SnippetBody } from './snippet.js'

/** The longest command line, as cmd documents it. */
const LONGEST_COMMAND = 8191
const CARRIED = /^[ -~\n]*$/

export function cmd (request: Sendable): Snippet {
  const refused = curlRefusal(request)
  if (refused) return { refused }
  const body = request.body ? dataOption(request.body) : []
  if (!body) return { refused: 'cmd cannot carry a binary body: use PowerShell.' }
  const options = [['curl', request.url], ...curlOptions(request), ...body]
  if (!options.flat().every(word => CARRIED.test(word))) {
    return { refused: 'cmd cannot carry characters outside of ASCII or control characters: use PowerShell.' }
  }
  const command = options.map(words => words.map(cmdQuoted).join(' ')).join(' ^\n  ')
  if (command.length > LONGEST_COMMAND) return { refused: 'The command is longer than cmd allows: use PowerShell.' }
  return { text: request.remarks.map(remark => `rem ${remark}\n`).join('') + command }
}

function dataOption (body: SnippetBody): Option[] | undefined {
  return 'text' in body ? [['--data-raw', body.text]] : undefined
}
