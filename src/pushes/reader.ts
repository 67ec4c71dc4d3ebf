// Turns the bytes of a body into the fields of its push or pushes, without their secrets. It has no side effects, because it runs on the
// event loop for small bodies and in a thread for large ones, and the results must be the same.
import { createRedactor } from '../redact/redactor.js'
import type { MessageLimits } from '../store/message-codec.js'
import { readArray, readBeacon, readLines, type ReadPush, type SplitPush } from './batch-body.js'
import { readHar } from './har-body.js'
import { readMessages } from './messages-body.js'
import { readFormPush, readJsonPush, type MessagesFields, type PushFields } from './push-body.js'
import { pagesOf } from './pages.js'

/** The result of each kind of body. */
export interface BodyResults {
  json: ReadPush
  form: ReadPush
  array: ReadPush[]
  lines: ReadPush[]
  beacon: ReadPush[]
  /** See pages.ts. */
  har: Uint8Array[]
}

export type BodyKind = keyof BodyResults

/** Throws an ApiError if the body as a whole is not valid. */
export type PushReader = <Kind extends BodyKind>(kind: Kind, body: Buffer) => BodyResults[Kind]

/** The settings that decide what is read. `redact`: the names in REDACT. */
export interface ReaderSettings extends MessageLimits { redact: string[] }

export function createPushReader (settings: ReaderSettings): PushReader {
  const redact = createRedactor(settings.redact)
  const one = (push: PushFields | MessagesFields | undefined): ReadPush => {
    if (push && 'messages' in push) return readMessages(push, settings, redact)
    return { push: push && redact ? redact(push) : push }
  }
  const each = (reads: SplitPush[]) => reads.map(read => 'refusal' in read ? read : one(read.push))
  const readers: { [Kind in BodyKind]: (body: Buffer) => BodyResults[Kind] } = {
    json: body => one(readJsonPush(body.toString('utf8'))),
    form: body => one(readFormPush(body.toString('utf8'))),
    array: body => each(readArray(body.toString('utf8'))),
    lines: body => each(readLines(body.toString('utf8'))),
    beacon: body => each(readBeacon(body.toString('utf8'))),
    har: body => pagesOf(each(readHar(body)))
  }
  return (kind, body) => readers[kind](body)
}
