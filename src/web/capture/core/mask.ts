// Masks secrets by their names before anything leaves the app: in headers, addresses, JSON, forms and storage. The engine is the same as in
// the service, with one difference: here, JSON that was cut is still treated as JSON.
import { withCards } from '../../../redact/cards.js'
import { applyEdits, type Finder } from '../../../redact/edit.js'
import { urlEdits } from '../../../redact/form.js'
import { headerLineEdits } from '../../../redact/header-lines.js'
import { secretNames, PASSWORD_NAMES } from '../../../redact/names.js'
import { proseFinder } from '../../../redact/prose.js'
import { textFinder } from '../../../redact/text.js'
import type { MaskOptions } from './options.js'

export interface Masker {
  /** A body: JSON or a form; any other body stays as it is. */
  text: Masked
  url: Masked
  /** Raw, with or without a start line. */
  headers: Masked
  /** JSON of the page's address and title. */
  page: Masked
  /** A sentence, which may quote an address. */
  note: Masked
}

type Masked = (text: string) => string

export function maskerOf (mask: false | MaskOptions = {}): Masker {
  if (mask === false) {
    const same = (text: string) => text
    return { text: same, url: same, headers: same, page: same, note: same }
  }
  const isSecret = remembered(secretNames(namesOf(mask)))
  const rules = { isSecret, replacement: '[masked]', isJson: () => true }
  const inText = textFinder(rules)
  const masked = (find: Finder) => {
    const findAll = withCards(find, rules)
    return (text: string) => applyEdits(text, findAll(text))
  }
  const text = masked(inText)
  const inLine = remembered(masked(line => headerLineEdits(line, rules, inText)))
  const line = (text: string) => TELLING.test(text) ? inLine(text) : text
  const lines = (raw: string) => raw.split('\n').map(line).join('\n')
  // All requests to one host have the same header but for the start line.
  const rest = remembered(lines, MAX_HEADERS, MAX_HEADER_LENGTH)
  return {
    text,
    url: masked(url => urlEdits(url, rules, inText)),
    headers: raw => {
      const end = raw.indexOf('\n') + 1
      return lines(raw.slice(0, end)) + rest(raw.slice(end))
    },
    page: latest(text),
    note: masked(proseFinder(rules, inText))
  }
}

// A line without these has neither names with values nor the number of a card. Start lines are like that, and nearly all differ.
const TELLING = /["':=@<]|\d[\d +%-]{12}/

function namesOf ({ names = [] }: MaskOptions): string[] {
  const isNarrow = names.some(name => /^passwords$/i.test(name))
  return [...isNarrow ? PASSWORD_NAMES : ['default'], ...names]
}

/** Caches the last result, for a text that rarely changes. */
function latest (mask: Masked): Masked {
  let [last, masked] = ['', '']
  return text => {
    if (text !== last) [last, masked] = [text, mask(text)]
    return masked
  }
}

const MAX_REMEMBERED = 1000
const MAX_REMEMBERED_LENGTH = 100
const MAX_HEADERS = 100
const MAX_HEADER_LENGTH = 2000

/** Caches results for names, headers and their lines, which repeat often. */
function remembered<T> (of: (text: string) => T, most = MAX_REMEMBERED, longest = MAX_REMEMBERED_LENGTH): (text: string) => T {
  const known = new Map<string, T>()
  return text => {
    let found = known.get(text)
    if (found === undefined) {
      found = of(text)
      if (text.length > longest) return found
      if (known.size >= most) known.clear()
      // Concatenated and sliced to make a copy: engines keep the whole body in memory as long as a plain slice of it is kept.
      known.set(` ${text}`.slice(1), found)
    }
    return found
  }
}
