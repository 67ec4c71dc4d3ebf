// Turns the errors of the validator into a sentence for a person.
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { ApiError } from '../errors.js'
import { ENTRY_ID_PATTERN } from '../schema/listing.js'
import { N_PATTERN } from '../schema/message.js'

/** `fields`: what to name in the sentence if the value is not an object. */
export function describeInvalid (errors: FastifySchemaValidationError[], where: string, fields = 'the fields of an entry'): ApiError {
  const [error] = errors
  if (!error) return new ApiError('bad_request')
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined
  const field = missing ?? error.instancePath.slice(1).replaceAll('/', '.')
  if (field === '') return new ApiError('bad_request', `The ${where} must be an object with ${fields}`)
  const byPattern = PATTERNS[String(error.params.pattern)]
  if (byPattern) return new ApiError('bad_request', `${field} ${byPattern}`)
  const sentence = error.instancePath.startsWith('/rule') ? SENTENCES.rule : SENTENCES[field]
  if (sentence) return new ApiError('bad_request', sentence)
  return new ApiError('bad_request', missing ? `${field} is required` : `${field} ${ruleOf(error)}`)
}

function ruleOf ({ keyword, params, message }: FastifySchemaValidationError): string {
  switch (keyword) {
    case 'enum': return `must be one of ${(params.allowedValues as string[]).join(', ')}`
    case 'maxLength': return `must be at most ${String(params.limit)} characters long`
    case 'type': return TYPES[String(params.type)] ?? message ?? NOT_VALID
    default: return message ?? NOT_VALID
  }
}

const NOT_VALID = 'is not valid'
const TYPES: Record<string, string> = {
  boolean: 'must be true or false', string: 'must be a string', number: 'must be a number', integer: 'must be a whole number'
}

/** By the pattern that the value of a field must have. */
const PATTERNS: Record<string, string> = {
  [N_PATTERN]: 'must be the number of a message (its `n`)',
  [ENTRY_ID_PATTERN]: 'must be the id of an entry'
}

/** By the name of a field. */
const SENTENCES: Record<string, string> = {
  api: 'api is required and must be a non-empty string',
  method: 'method is required and must be a registered HTTP method',
  requestId: 'requestId must be at most 256 characters long',
  timeConsuming: 'timeConsuming must be a number of milliseconds, 0 or more',
  rule: 'rule must be an object with the id, the name and the action of a rule',
  age: 'age must be a number of milliseconds, 0 or more',
  wait: 'wait must be 1 to 25 seconds',
  last: 'last must be a whole number from 1 to 9999999',
  through: 'through must be the id of an entry'
}
