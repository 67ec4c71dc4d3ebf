// What the API documents say about a route, in addition to its schemas. A route names its Operation in `config`. An Operation has no effect
// on requests.
import type { FastifySchema } from 'fastify'
import type { TSchema } from '../../schema/typebox.js'
import { ApiError, type ApiErrorCode } from '../../errors.js'
import { ErrorSchema, PushErrorSchema } from '../../schema/reply.js'
import { withReferences } from './references.js'
import { tokensOf, type Access } from '../tokens.js'

export interface DocumentedOperation {
  id: string
  summary: string
  description: string
  tag: 'Entries' | 'Screenshots' | 'Rules' | 'Live channel' | 'For operators'
  /** Headers that a request may have. */
  headers?: TSchema
  /** By content type, if the bodies that may be sent differ from the schema that validates them. */
  bodies?: Record<string, TSchema>
  responses: Record<number, DocumentedResponse>
  errors: readonly ApiErrorCode[]
  /** Whether errors use the envelope of a push. */
  envelope?: boolean
}

export interface DocumentedResponse {
  description: string
  headers?: Record<string, TSchema>
  /** By content type. Without it: JSON, by the schema with which the route serializes. */
  content?: Record<string, TSchema>
}

/** The errors of every operation on a session, and of those that take a body. */
export const SESSION_ERRORS: ApiErrorCode[] = ['bad_request', 'unauthorized', 'forbidden', 'rate_limited', 'internal', 'unavailable']
export const BODY_ERRORS: ApiErrorCode[] = ['too_large', 'unsupported_media_type', 'storage_full']

/** What the settings restrict, so that the documents list only errors that can happen. */
export interface Restrictions {
  /** The kinds of access for which there are tokens. */
  tokens: Record<Access, boolean>
  origins: boolean
  rate: boolean
  /** No session has rules. */
  noRules: boolean
}

interface RestrictingSettings {
  pushTokens: string[]
  viewTokens: string[]
  ruleTokens: string[]
  corsOrigins: string[]
  rateLimit: number | 'off'
  rules: 'on' | 'local' | 'off'
}

export function restrictionsOf (settings: RestrictingSettings): Restrictions {
  const { push, view, rule } = tokensOf(settings)
  return {
    tokens: { push: push.length > 0, view: view.length > 0, rule: rule.length > 0 },
    origins: !settings.corsOrigins.includes('*'),
    rate: settings.rateLimit !== 'off',
    noRules: settings.rules === 'off'
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: DocumentedOperation
  }
}

/** Names of security schemes: one of them is enough. */
export const SECURITY_SCHEMES = {
  push: ['pushToken', 'pushTokenInQuery'],
  view: ['viewToken', 'viewTokenInQuery'],
  rule: ['ruleToken', 'ruleTokenInQuery']
} as const

/** The schema of a route, for the document. `access`: a token must give any one of these. */
export function documented (
  operation: DocumentedOperation, schema: FastifySchema, access: Access[], restrictions: Restrictions
): FastifySchema {
  const { id, summary, description, tag, headers, bodies, errors } = operation
  const needsToken = errors.includes('unauthorized') && access.every(kind => restrictions.tokens[kind])
  const { origins, noRules, tokens } = restrictions
  const forbidden = origins || (tag === 'Rules' && (noRules || !tokens.rule || !tokens.view))
  const possible = { unauthorized: needsToken, forbidden, rate_limited: restrictions.rate }
  return {
    ...schema,
    operationId: id,
    summary,
    description,
    tags: [tag],
    ...(needsToken && { security: access.flatMap(kind => SECURITY_SCHEMES[kind].map(name => ({ [name]: [] }))) }),
    ...(headers && { headers }),
    ...(bodies && { body: { content: contentOf(bodies) } }),
    response: { ...responsesOf(operation, schema), ...errorsOf(operation, possible) }
  }
}

function responsesOf ({ responses }: DocumentedOperation, { response }: FastifySchema): Record<string, unknown> {
  const serialized = response as Record<string, TSchema> | undefined
  return Object.fromEntries(Object.entries(responses).map(([status, { description, headers, content }]) => {
    const json = serialized?.[status]
    const bodies = content ?? (json && { 'application/json': json })
    return [status, { description, ...(headers && { headers }), ...(bodies ? { content: contentOf(bodies) } : NO_CONTENT) }]
  }))
}

function errorsOf ({ errors, envelope }: DocumentedOperation, possible: Partial<Record<ApiErrorCode, boolean>>): Record<string, unknown> {
  return Object.fromEntries(errors.filter(code => possible[code] ?? true).map(code => {
    const { status, message } = new ApiError(code)
    const json = envelope
      ? { schema: withReferences(PushErrorSchema), example: { code, message, data: '' } }
      : { schema: withReferences(ErrorSchema), example: { error: message } }
    const headers = RETRYABLE_ERRORS.includes(code) ? RETRY_AFTER : undefined
    return [status, { description: code.replaceAll('_', ' '), ...(headers && { headers }), content: { 'application/json': json } }]
  }))
}

// A response without a body, in the form that @fastify/swagger expects.
const NO_CONTENT = { type: 'null' }

const RETRYABLE_ERRORS: ApiErrorCode[] = ['rate_limited', 'unavailable']
const RETRY_AFTER = { 'Retry-After': { type: 'integer', description: 'Seconds to wait before trying again' } }

function contentOf (schemas: Record<string, TSchema>): Record<string, { schema: unknown }> {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema: withReferences(schema) }]))
}
