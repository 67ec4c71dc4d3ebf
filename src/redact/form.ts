// Secrets in `name=value` texts: forms, query strings, URLs, cookies. Values that are no secret may hold one, such as the
// query of an address to go on to; such a value is encoded anew.
import decodeComponent from 'fast-decode-uri-component'
import { add, applyEdits, disjoint, shifted, type Edit, type Finder } from './edit.js'
import type { Rules } from './rules.js'

// A line that opens with no name goes on with the value before it.
const FIELDS = /&|\n(?=[ \t]*[^\s=&]+=)/

// What stands before the first name of a query that is no URL, having blanks in it.
const ADDRESS = /^[^]*[?#]/

/** The fields of a form, parted by `&` or, in plain text, by lines. */
export function formEdits (text: string, rules: Rules, within: Finder): Edit[] {
  return pairEdits(text, text.includes('\n') ? FIELDS : '&', rules, within)
}

export function cookieEdits (text: string, rules: Rules, within: Finder): Edit[] {
  return pairEdits(text, ';', rules, within)
}

/** What may stand before the host, `//user:password@`; parameters of a path; the query, and a fragment that is written like one. */
export function urlEdits (url: string, rules: Rules, within: Finder): Edit[] {
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

function userEdits (path: string, { replacement }: Rules): Edit[] {
  const found = /^((?:[a-z][a-z\d+.-]*:)?\/\/(?:[^/:@]*:)?)[^/]+@/i.exec(path)
  if (!found) return []
  const start = found[1]?.length ?? 0
  return [{ start, end: found[0].length - 1, text: replacement }]
}

function pairEdits (text: string, separator: string | RegExp, { isSecret, replacement }: Rules, within: Finder): Edit[] {
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

// What a value without these says has no names and values in it.
const TELLING = /[%={[@]/

function valueEdits (value: string, start: number, within: Finder): Edit[] {
  if (!TELLING.test(value)) return []
  const plain = decoded(value)
  const edits = within(plain)
  if (plain === value || edits.length === 0) return shifted(edits, start)
  // Half a surrogate pair cannot be encoded.
  return [{ start, end: start + value.length, text: encodeURIComponent(applyEdits(plain, edits).replace(/[\ud800-\udfff]/gu, '\ufffd')) }]
}

// As it is where it is not well encoded. Not decodeURIComponent, which throws then: that takes as long as a thousand characters
// do, and a hostile form has a million such names.
function decoded (text: string): string {
  if (!/[%+]/.test(text)) return text
  return decodeComponent(text.replace(/\+/g, ' ')) ?? text
}

function indexOr (text: string, what: string, otherwise: number): number {
  const index = text.indexOf(what)
  return index < 0 ? otherwise : index
}
