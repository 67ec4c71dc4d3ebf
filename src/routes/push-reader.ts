// From the bytes of a body to the fields of a push, without its secrets. Pure, because small bodies are read here and large ones in
// a thread of their own, and both must come out the same.
import { createRedactor } from '../redact/redactor.js'
import { readFormPush, readJsonPush, type PushFields } from './push-body.js'

export type PushKind = 'json' | 'form'

/** Undefined where the body is no object; throws an ApiError where it cannot be read. */
export type PushReader = (kind: PushKind, body: Buffer) => PushFields | undefined

/** `names`: those of REDACT. */
export function createPushReader (names: string[]): PushReader {
  const redact = createRedactor(names)
  return (kind, body) => {
    const text = body.toString('utf8')
    const push = kind === 'form' ? readFormPush(text) : readJsonPush(text)
    return push && redact ? redact(push) : push
  }
}
