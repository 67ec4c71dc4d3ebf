// What the scripts share of a command line: options read, a mistake told in one line, rows that a terminal can show.
import { parseArgs, stripVTControlCharacters, type ParseArgsConfig } from 'node:util'

/** Ends the program with one line: a parser's message may quote several. */
export function fail (message: string): never {
  console.error(message.replace(/\s*\n\s*/g, ' '))
  process.exit(1)
}

/** The options and arguments given; `usage` is told with any mistake. */
export function readCommandLine<Options extends NonNullable<ParseArgsConfig['options']>> (options: Options, usage: string) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return fail(`${(error as Error).message.split('. ')[0]} (usage: ${usage})`)
  }
}

const WIDTH = 100

/** Columns of one line. What apps sent is not let near the terminal's control sequences, nor may it fill the screen. */
export function row (when: string, what: string, method: string, api: string, rest: string): string {
  const path = [...api].length > WIDTH ? [...api].slice(0, WIDTH - 1).join('') + '…' : api
  const line = `${when}  ${what.padEnd(15)} ${method.padEnd(7)} ${path}  ${rest}`.trimEnd()
  // eslint-disable-next-line no-control-regex
  return stripVTControlCharacters(line).replace(/[\x00-\x1f\x7f-\x9f]/g, '?')
}
