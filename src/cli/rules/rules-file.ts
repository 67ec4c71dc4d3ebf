// Rules in a file, for `earshot rules add --file`. They may be from any session, even one that has expired, so they get
// new ids and end times.
import { isRecord } from '../../json/is-record.js'
import { aboutRule } from '../../rules/saved-rules.js'
import { storedBodies } from '../../rules/stored-bodies.js'
import type { GivenRule, Rule } from '../../schema/rule.js'
import { EXIT, Failure, usageFailure } from '../failure.js'
import { nameOf, readBytes } from '../recording-file.js'

/** `-` is stdin. Throws a Failure if the file has no rules; the service checks each of them. */
export async function rulesIn (file: string): Promise<GivenRule[]> {
  const value = parsed((await readBytes(file)).toString('utf8').replace(/^\uFEFF/, ''), file)
  const given = isRecord(value) && 'rules' in value ? value.rules : value
  const rules: unknown[] = Array.isArray(given) ? given : [given]
  if (!rules.every(isRule)) throw usageFailure(`${nameOf(file)} is not a list of rules: each rule needs name, match and action`)
  if (rules.length === 0) throw new Failure(`There is no rule in ${nameOf(file)}`, EXIT.no)
  return rules.map(({ id: _, expires: __, ...rule }) => rule)
}

/** Throws a Failure if a rule refers to a body that is not stored in the session with the rules `present`. */
export function checkStoredBodies (added: readonly GivenRule[], present: readonly Rule[]): void {
  const known = new Set(present.flatMap(storedIn))
  const n = added.findIndex(rule => storedIn(rule).some(name => !known.has(name)))
  if (n < 0) return
  throw usageFailure(`${aboutRule(n, added[n])}: its body is not in the file, and this session does not have it either. ` +
    'Write the file with earshot rules export json <session> --current, or with Export in the list of rules in the viewer')
}

function storedIn ({ action }: GivenRule): string[] {
  return storedBodies(action).map(({ stored }) => stored)
}

function parsed (text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw usageFailure(`${nameOf(file)} is not JSON: ${(error as Error).message}`)
  }
}

function isRule (value: unknown): value is GivenRule {
  return isRecord(value) && typeof value.match === 'string' && typeof value.name === 'string' && isRecord(value.action)
}
