// Replaces the secrets in a push before it is stored or announced (REDACT). Pure. Everything else stays the same, byte for byte.
import { isJson } from '../json/is-json.js'
import { MAX_PLACE_LENGTH } from '../schema/initiator-limits.js'
import type { Initiator, InitiatorCall } from '../schema/initiator.js'
import { TEXT_FIELDS, type TextField } from '../schema/push.js'
import { withCards } from './cards.js'
import { REDACTED, applyEdits, type Finder } from './edit.js'
import { urlEdits } from './form.js'
import { headerFinder } from './headers.js'
import { secretNames } from './names.js'
import { proseFinder } from './prose.js'
import { textFinder } from './text.js'

/** The texts that are searched: those of a push, even before it is validated. */
export type Texts = { api?: unknown, note?: unknown, initiator?: Initiator | undefined } & { [field in TextField]?: string | undefined }

export interface Redactor {
  <P extends Texts>(push: P): P
  /** A text by itself, searched like a body. */
  text (text: string): string
}

/** Undefined if there are no names, so that pushes cost nothing then. */
export function createRedactor (names: [string, ...string[]]): Redactor
export function createRedactor (names: string[]): Redactor | undefined
export function createRedactor (names: string[]): Redactor | undefined {
  if (names.length === 0) return undefined
  const rules = { isSecret: secretNames(names), replacement: REDACTED, isJson }
  const find = textFinder(rules)
  const inText = withCards(find, rules)
  const inAddress = withCards(text => urlEdits(text, rules, find), rules)
  const inProse = withCards(proseFinder(rules, find), rules)
  const inHeaders = withCards(headerFinder(rules, find), rules)
  const finders: Record<TextField, Finder> = {
    requestHeader: inHeaders,
    responseHeader: inHeaders,
    request: inText,
    response: inText,
    pageParams: inText,
    storage: inText,
    originalResponseHeader: inHeaders,
    originalResponse: inText
  }
  const redact = <P extends Texts>(push: P): P => {
    const redacted = { ...push }
    if (typeof push.api === 'string') redacted.api = applyEdits(push.api, inAddress(push.api))
    if (push.initiator) redacted.initiator = push.initiator.map(call => redactedCall(call, inAddress))
    if (typeof push.note === 'string') redacted.note = applyEdits(push.note, inProse(push.note))
    for (const field of TEXT_FIELDS) {
      const text = push[field]
      if (text) redacted[field] = applyEdits(text, finders[field](text))
    }
    return redacted
  }
  return Object.assign(redact, { text: (text: string) => applyEdits(text, inText(text)) })
}

/** The replacement of a secret may be longer than the secret. */
function redactedCall (call: InitiatorCall, find: Finder): InitiatorCall {
  return { ...call, url: applyEdits(call.url, find(call.url)).slice(0, MAX_PLACE_LENGTH) }
}
