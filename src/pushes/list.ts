// The pushes that one HTTP request brings. Each is validated by itself, and the valid ones are stored in order. The results are in the
// order of the pushes.
import type { FastifyRequest } from 'fastify'
import { ApiError, refusalOf, type ApiErrorCode, type Refusal } from '../errors.js'
import { describeInvalid } from '../http/validation.js'
import { PushSchema, type RestoredPush } from '../schema/push.js'
import type { EntryStore } from '../store/entries.js'
import type { MessagesPush } from '../store/message-codec.js'
import type { OnRules } from '../store/rules-note.js'
import type { ReadPush } from './batch-body.js'
import type { PushTally } from './tally.js'

/** The result of a push: the id of its entry, or why there is no entry. */
export type PushResult = { id: string } | Refusal

/**
 * Stores the valid pushes in one write to Redis. Rejects if one could not be stored, except for two errors, which the result reports: Redis
 * is full, or there is no entry for the messages. It is safe to repeat all of them. `onRules`: gets the version of the rules.
 */
export async function recordEach (
  reads: ReadPush[], session: string, request: FastifyRequest, entries: EntryStore, onRules?: OnRules
): Promise<PushResult[]> {
  const validated = reads.map(validatorFor(request))
  const stored = await entries.pushAll(session, validated.flatMap(one => 'push' in one ? [one.push] : []), onRules)
  const results = stored.map(resultOf)
  return validated.flatMap(one => 'push' in one ? results.splice(0, 1) : [one.refusal])
}

/** The same for a push that came alone: rejects with its error. */
export async function recordOne (
  read: ReadPush, session: string, request: FastifyRequest, entries: EntryStore, onRules?: OnRules
): Promise<string> {
  const validated = validatorFor(request)(read)
  if ('refusal' in validated) throw new ApiError(validated.refusal.code, validated.refusal.message)
  return await entries.push(session, validated.push, onRules)
}

/** Throws if Redis is full and stored nothing of the request. */
export function countedReply (results: PushResult[], pushes: PushTally) {
  const refused = results.filter(one => 'code' in one)
  const recorded = results.length - refused.length
  if (recorded === 0 && refused.some(({ code }) => code === 'storage_full')) throw new ApiError('storage_full')
  for (const { code } of refused) pushes.refused[code]++
  return { code: '0' as const, message: `${recorded} of ${results.length} recorded`, data: results }
}

type ValidatedPush = { push: RestoredPush | MessagesPush } | { refusal: Refusal }

// Compiled once, and not looked up for each push: that would cost as much as the validation.
let validator: ReturnType<FastifyRequest['compileValidationSchema']> | undefined

// All routes use the same validator, so that they give the same errors.
function validatorFor (request: FastifyRequest): (read: ReadPush) => ValidatedPush {
  const validate = validator ??= request.compileValidationSchema(PushSchema, 'body')
  return read => {
    if ('refusal' in read) return read
    if ('messages' in read) return { push: read.messages }
    if (validate(read.push ?? null)) return { push: read.push as RestoredPush }
    return { refusal: refusalOf(describeInvalid(validate.errors ?? [], 'body')) }
  }
}

/** Errors of the store that say nothing about the other pushes. */
const SINGLE_PUSH_ERRORS: ApiErrorCode[] = ['storage_full', 'not_found']

function resultOf (result: PromiseSettledResult<string>): PushResult {
  if (result.status === 'fulfilled') return { id: result.value }
  const error: unknown = result.reason
  if (error instanceof ApiError && SINGLE_PUSH_ERRORS.includes(error.code)) return refusalOf(error)
  throw error
}
