// Takes secrets out of a push before anything is stored or announced (REDACT). Pure. What is no secret stays to the byte.
import { TEXT_FIELDS, type Push } from '../schema/push.js'
import { applyEdits, type Finder } from './edit.js'
import { urlEdits } from './form.js'
import { headerFinder } from './headers.js'
import { secretNames } from './names.js'
import { textFinder } from './text.js'

export type Redactor = (push: Push) => Push

/** Undefined where there is nothing to redact, which then costs nothing. */
export function createRedactor (names: string[]): Redactor | undefined {
  if (names.length === 0) return undefined
  const isSecret = secretNames(names)
  const inText = textFinder(isSecret)
  const inHeaders = headerFinder(isSecret, inText)
  const finders: Record<typeof TEXT_FIELDS[number], Finder> = {
    requestHeader: inHeaders, responseHeader: inHeaders, request: inText, response: inText, pageParams: inText, storage: inText
  }
  return push => {
    const redacted = { ...push, api: applyEdits(push.api, urlEdits(push.api, isSecret, inText)) }
    for (const field of TEXT_FIELDS) {
      const text = push[field]
      if (text) redacted[field] = applyEdits(text, finders[field](text))
    }
    return redacted
  }
}
