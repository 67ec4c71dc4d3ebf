// Loads the Lua scripts from their files, and completes their text: it adds settings and limits as constants, the list of fields,
// and the parts that several scripts share (`-- include <name>`, in lua/include).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Script } from '../redis/commands.js'
import { FIELD_NAMES } from './fields.js'

/** By the names that the script uses, in capitals. */
export type Constants = Record<string, number | boolean>

/**
 * `FIELDS()` in a script is the list of an entry's fields. It is a function, because a function costs nothing if it is not called:
 * a table would be built by every run.
 */
export function loadScript (name: string, constants: Constants = {}): Script {
  const text = withIncludes(read(name))
  // Redis requires that the #! line comes first.
  const body = text.indexOf('\n') + 1
  const fields = `local function FIELDS() return ${FIELD_NAMES.map(field => `'${field}'`).join(', ')} end\n`
  const settings = Object.entries(constants).map(([constant, value]) => `local ${constant} = ${value}\n`).join('')
  const source = text.slice(0, body) + settings + (text.includes('FIELDS()') ? fields : '') + text.slice(body)
  return { name, source, sha: createHash('sha1').update(source).digest('hex') }
}

function withIncludes (text: string): string {
  return text.replace(/^ *-- include (\w+)$/gm, (_, name: string) => withIncludes(read(`include/${name}`)))
}

function read (name: string): string {
  return readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), 'utf8')
}
