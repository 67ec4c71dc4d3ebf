// curl for bash. If the body does not fit into an argument, the command pipes it to curl with printf, which is built into every shell. A
// body that is too long to paste goes into a file of its own.
import { utf8Size } from '../exchange/size.js'
import { bashQuoted, printfQuoted } from './bash-quote.js'
import { curlOptions, curlRefusal, type Option } from './curl-options.js'
import type { Sendable } from './sendable.js'
import type { BodyFile, Snippet, SnippetBody } from './snippet.js'

/** Linux takes arguments of up to 128 KiB. */
const MAX_ARGUMENT_LENGTH = 100_000
/** macOS takes 1 MiB in all, the environment included. */
const MAX_COMMAND_LENGTH = 500_000
/** A terminal takes minutes to paste more than this. */
const MAX_PASTED_LENGTH = 1_000_000

/** How curl gets the body: its option, and the command that pipes into it, or the file. */
interface Carried { option: Option, feed?: string, file?: BodyFile }

/** `place`: a script holds every body; a command that is pasted into a terminal does not. */
export function bash (request: Sendable, place: 'terminal' | 'script' = 'terminal'): Snippet {
  const refused = curlRefusal(request)
  if (refused) return { refused }
  const options = curlOptions(request)
  const lengths = [request.url, ...options.flat()].map(utf8Size)
  if (lengths.some(length => length > MAX_ARGUMENT_LENGTH) || lengths.reduce((a, b) => a + b) > MAX_COMMAND_LENGTH) {
    return { refused: 'The address or a header is longer than a command can be.' }
  }
  const { option, feed, file } = request.body ? carried(request.body, place === 'script' ? Infinity : MAX_PASTED_LENGTH) : {}
  const command = [
    ['curl', request.url], ...options, ...option ? [option] : []
  ].map(words => words.map(bashQuoted).join(' ')).join(' \\\n  ')
  const remarks = [...request.remarks, ...file ? [`Save the body as ${file.name} first`] : []].map(remark => `# ${remark}\n`)
  return { text: `${remarks.join('')}${feed ? `${feed} |\n  ` : ''}${command}`, ...file && { file } }
}

function carried (body: SnippetBody, longest: number): Carried {
  if ('base64' in body) {
    return body.base64.length > longest ? inFile('body.bin', body) : piped(`printf %s ${bashQuoted(body.base64)} | base64 -d`)
  }
  const length = utf8Size(body.text)
  if (length > longest) return inFile('body.txt', body)
  if (body.text.includes('\0')) return piped(`printf %b ${printfQuoted(body.text)}`)
  // Not --data, which treats a text with a leading @ as the name of a file.
  return length > MAX_ARGUMENT_LENGTH ? piped(`printf %s ${bashQuoted(body.text)}`) : { option: ['--data-raw', body.text] }
}

function piped (feed: string): Carried {
  return { option: ['--data-binary', '@-'], feed }
}

function inFile (name: string, body: SnippetBody): Carried {
  return { option: ['--data-binary', `@${name}`], file: { name, body } }
}
