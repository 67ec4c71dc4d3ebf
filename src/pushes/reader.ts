// Turns the bytes of a body into the fields of its push or pushes, without their secrets. It has no side effects, because it runs on the
// event loop for small bodies and in a thread for large ones, and the results must be the same.
import { createRedactor } from '../redact/redactor.js'
import { readArray, readBeacon, readLines, type ReadPush } from './batch-body.js'
import { readHar } from './har-body.js'
import { readFormPush, readJsonPush, type PushFields } from './push-body.js'
import { pagesOf } from './pages.js'

/** The result for each kind of body. A push is undefined if the body is not an object. */
export interface Readings {
  json: PushFields | undefined
  form: PushFields | undefined
  array: ReadPush[]
  lines: ReadPush[]
  beacon: ReadPush[]
  /** See pages.ts. */
  har: Uint8Array[]
}

export type BodyKind = keyof Readings

/** Throws an ApiError if the body as a whole is not valid. */
export type PushReader = <Kind extends BodyKind>(kind: Kind, body: Buffer) => Readings[Kind]

/** `names`: the names in the setting REDACT. */
export function createPushReader (names: string[]): PushReader {
  const redact = createRedactor(names)
  const one = (push: PushFields | undefined) => push && redact ? redact(push) : push
  const each = (reads: ReadPush[]) => reads.map(read => 'refusal' in read ? read : { push: one(read.push) })
  const readers: { [Kind in BodyKind]: (body: Buffer) => Readings[Kind] } = {
    json: body => one(readJsonPush(body.toString('utf8'))),
    form: body => one(readFormPush(body.toString('utf8'))),
    array: body => each(readArray(body.toString('utf8'))),
    lines: body => each(readLines(body.toString('utf8'))),
    beacon: body => each(readBeacon(body.toString('utf8'))),
    har: body => pagesOf(each(readHar(body)))
  }
  return (kind, body) => readers[kind](body)
}
