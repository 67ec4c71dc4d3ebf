// Finds secrets in a text of any form. The form, which is detected from the text itself, decides how the text is searched. A text of an
// unknown form stays as it is.
import type { Edit, Finder } from './edit.js'
import { cookieEdits, formEdits, urlEdits } from './form.js'
import { jsonEdits } from './json.js'
import { isJson5, json5Edits } from './json5.js'
import { lineEdits } from './lines.js'
import { multipartEdits } from './multipart.js'
import type { RedactionRules } from './rules.js'
import { isXml, xmlEdits } from './xml.js'

// Levels of texts inside texts: JSON in JSON doubles its backslashes with each level, so real texts never come near. The limit
// bounds the time that a hostile text can take.
const MAX_LEVELS = 16

// A text without any of these characters contains no names with values; this is true for most strings in JSON.
const MAY_CONTAIN_NAMES = /["'=@<]/

type Search = (text: string, rules: RedactionRules, within: Finder) => Edit[]

const FORMS: [hasForm: (text: string) => boolean, search: Search][] = [
  [isJson5, json5Edits],
  [isXml, xmlEdits],
  [text => /^\s*[{["]/.test(text), (text, rules, within) => jsonEdits(text, rules, within) ?? lineEdits(text, rules, within)],
  [text => EVENT.test(text) && JSON_DATA.test(text), lineEdits],
  [text => text.startsWith('--'), multipartEdits],
  [text => /^(?:[^\s=&?#]*[?#]|(?:[a-z][a-z\d+.-]*:)?\/\/)\S*$/i.test(text), urlEdits],
  [text => /^[^\s=;&]+=[^;&]*; ?[^&]+$/.test(text) && text.split(/; ?/).every(part => COOKIE.test(part)), cookieEdits],
  [text => /^\s*[^\s=<>{}"']+=/.test(text), formEdits]
]
// The first field or comment of an event stream; and data that can be searched.
const EVENT = /^\ufeff?(?:data|event|id|retry)?:/
const JSON_DATA = /^\ufeff?data:[ \t]*[{[]/m
// A cookie, an attribute of a cookie such as `Secure`, or the empty text after the last `;`.
const COOKIE = /^(?:[^\s=]+=.*|secure|httponly|partitioned|)$/i

export function textFinder (rules: RedactionRules, level = 0): Finder {
  return text => {
    if (level > MAX_LEVELS || !MAY_CONTAIN_NAMES.test(text)) return []
    const search = FORMS.find(([hasForm]) => hasForm(text))?.[1]
    return search?.(text, rules, textFinder(rules, level + 1)) ?? []
  }
}
