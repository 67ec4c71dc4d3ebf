// Finds secrets in `name=value` texts: forms, query strings, URLs, cookies. A value that is not secret itself, such as a URL with a query,
// may contain a secret. If such a value was percent-encoded, the secret is replaced in the decoded text, and the whole value is encoded
// again.
import decodeComponent from 'fast-decode-uri-component'
import { add, applyEdits, disjoint, shifted, type Edit, type Finder } from './edit.js'
import type { RedactionRules } from './rules.js'

// A line that does not begin with a name continues the value before it.
const FIELDS = /&|\n(?=[ \t]*[^\s=&]+=)/

// The text before the first name of a query, in a text that is not a URL because it contains blanks.
const ADDRESS = /^[^]*[?#]/

/** Searches the fields of a form, which are separated by `&` or, in plain text, by line feeds. */
export function formEdits (text: string, rules: RedactionRules, within: Finder): Edit[] {
  return pairEdits(text, text.includes('\n') ? FIELDS : '&', rules, within)
}

export function cookieEdits (text: string, rules: RedactionRules, within: Finder): Edit[] {
  return pairEdits(text, ';', rules, within)
}

/** Searches `//user:password@`, the parameters of the path, the query, and a fragment that looks like a query. */
export function urlEdits (url: string, rules: RedactionRules, within: Finder): Edit[] {
  const hash = indexOr(url, '#', url.length)
  const path = url.slice(0, Math.min(hash, indexOr(url, '?', hash)))
  const query = url.slice(path.length + 1, hash)
  // A route in a fragment may have a query of its own.
  const fragment = hash + (/^#(?:[^?=&]*\?)?/.exec(url.slice(hash))?.[0].length ?? 0)
  return disjoint([
    ...path.includes('@') && (rules.isSecret('password') || rules.isSecret('authorization')) ? userEdits(path, rules) : [],
    ...pairEdits(path, /[;/]/, rules, within),
    ...shifted(formEdits(query, rules, within), path.length + 1),
    ...shifted(formEdits(url.slice(fragment), rules, within), fragment)
  ])
}

function userEdits (path: string, { replacement }: RedactionRules): Edit[] {
  const found = /^((?:[a-z][a-z\d+.-]*:)?\/\/(?:[^/:@]*:)?)[^/]+@/i.exec(path)
  if (!found) return []
  const start = found[1]?.length ?? 0
  return [{ start, end: found[0].length - 1, text: replacement }]
}

function pairEdits (text: string, separator: string | RegExp, { isSecret, replacement }: RedactionRules, within: Finder): Edit[] {
  const edits: Edit[] = []
  if (!text.includes('=')) return edits
  let next = 0
  for (const pair of text.split(separator)) {
    const equals = pair.indexOf('=')
    const start = next + equals + 1
    next += pair.length + 1
    if (equals < 0) continue
    const value = pair.slice(equals + 1).trimEnd()
    const name = decoded(pair.slice(0, equals).trim()).replace(ADDRESS, '')
    if (isSecret(name)) edits.push({ start, end: start + value.length, text: replacement })
    else add(edits, valueEdits(value, start, within))
  }
  return edits
}

// A value without any of these characters contains no names with values.
const MAY_CONTAIN_NAMES = /[%={[@]/

function valueEdits (value: string, start: number, within: Finder): Edit[] {
  if (!MAY_CONTAIN_NAMES.test(value)) return []
  const plain = decoded(value)
  const edits = within(plain)
  if (plain === value || edits.length === 0) return shifted(edits, start)
  // A lone surrogate cannot be encoded.
  return [{ start, end: start + value.length, text: encodeURIComponent(applyEdits(plain, edits).replace(/[\ud800-\udfff]/gu, '\ufffd')) }]
}

// Returns the text itself if it is not validly encoded. Not decodeURIComponent, which throws then: a throw takes as long as a
// thousand characters, and a hostile form may have a million such names.
function decoded (text: string): string {
  if (!/[%+]/.test(text)) return text
  return decodeComponent(text.replace(/\+/g, ' ')) ?? text
}

function indexOr (text: string, what: string, otherwise: number): number {
  const index = text.indexOf(what)
  return index < 0 ? otherwise : index
}
