// Finds secrets in sentences, such as a note or the text of an error: it searches the sentences like any other text, then each address in
// them.
import { add, disjoint, shifted, type Edit, type Finder } from './edit.js'
import { urlEdits } from './form.js'
import type { RedactionRules } from './rules.js'

const WORDS = /[^\s"'<>]+/g
/** A word that does not match is no address with a value in it. */
const MAY_BE_ADDRESS = /:\/\/|[?#;].*=/

export function proseFinder (rules: RedactionRules, inText: Finder): Finder {
  return text => {
    const edits: Edit[] = [...inText(text)]
    for (const { 0: word, index } of text.matchAll(WORDS)) {
      if (!MAY_BE_ADDRESS.test(word)) continue
      // In a sentence, an address may stand in brackets.
      const opening = /^[([{]*/.exec(word)?.[0].length ?? 0
      add(edits, shifted(urlEdits(word.slice(opening), rules, inText), index + opening))
    }
    return disjoint(edits)
  }
}
