// The code that an application puts into its JSON replies, beside the status of HTTP: many backends answer 200 whatever happens.
import type { Entry } from '../schema/entry.js'
import { memberTexts } from '../json/member-texts.js'

const NAMES = ['code', 'errcode', 'errno', 'ret']
const SOUGHT = new Set(NAMES)
// A longer text under such a name is no code: a program, say, or one of OAuth.
const LONGEST = 64

/** Of these names at the top level of the response, the first that has a number, a text or a boolean; also where the response was cut behind it. */
export function applicationCodeOf (entry: Pick<Entry, 'response'>): string | undefined {
  if (!/^[\ufeff\s]*\{/.test(entry.response)) return undefined
  const texts = memberTexts(entry.response, SOUGHT)
  return NAMES.map(name => codeIn(texts.get(name) ?? '')).find(code => code !== undefined)
}

/** Whether a code says that all is well, as backends are used to write it. */
export function isSuccess (code: string): boolean {
  return /^(?:0+|2\d\d|20000|ok|success|succeed|succeeded|true)$/i.test(code)
}

function codeIn (source: string): string | undefined {
  if (source.length > LONGEST || !/^(?:"[^]*"|-?\d[\d.eE+-]*|true|false)$/.test(source)) return undefined
  try {
    return source.startsWith('"') ? JSON.parse(source) as string || undefined : source
  } catch {
    return undefined
  }
}
