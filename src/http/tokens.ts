// Access by token: a route declares the access that it needs. A token to push never permits viewing, and one to view never permits pushing;
// a token to write rules permits viewing, too. Without RULE_TOKENS, VIEW_TOKENS permit writing rules. Without PUSH_TOKENS, everybody may
// push; without VIEW_TOKENS, everybody may view; if neither VIEW_TOKENS nor RULE_TOKENS is set, everybody may write rules, within the
// limits of rule-editors.ts.
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'

/** `rule`: to write rules. */
export type Access = 'push' | 'view' | 'rule'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Any one of these is enough; a route without this property needs `view`. */
    access?: Access[]
  }
}

/** Whether a request has one of these kinds of access. */
export type HasAccess = (request: FastifyRequest, ...kinds: Access[]) => boolean

export function tokenCheck (tokens: Record<Access, string[]>): HasAccess {
  const digests = { push: tokens.push.map(digest), view: tokens.view.map(digest), rule: tokens.rule.map(digest) }
  return (request, ...kinds) => kinds.some(kind => digests[kind].length === 0 || isAmong(digests[kind], tokenOf(request)))
}

/** If there are no tokens for rules, viewers may write them; if there are, they permit viewing, too. */
export function tokensOf ({ pushTokens, viewTokens, ruleTokens }: Record<'pushTokens' | 'viewTokens' | 'ruleTokens', string[]>) {
  const hasBoth = viewTokens.length > 0 && ruleTokens.length > 0
  const view = hasBoth ? [...viewTokens, ...ruleTokens] : viewTokens
  return { push: pushTokens, view, rule: ruleTokens.length > 0 ? ruleTokens : viewTokens }
}

/** A hook for onRequest. */
export function requireToken (hasAccess: HasAccess) {
  return (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    const access = accessTo(request.routeOptions.config)
    if (hasAccess(request, ...access)) done()
    else done(new ApiError('unauthorized', tokenOf(request) === '' ? undefined : sentenceFor(access)))
  }
}

function sentenceFor (access: Access[]): string {
  return `This token is not allowed to ${access.map(kind => kind === 'rule' ? 'write rules' : kind).join(' or ')}`
}

/** Any one of these is enough for a route. */
export function accessTo ({ access = ['view'] }: FastifyContextConfig): Access[] {
  return access
}

// Browsers cannot add this header to a WebSocket, a beacon or an image, so their token is in the query.
function tokenOf ({ headers, query }: FastifyRequest): string {
  const [scheme, bearer] = headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() === 'bearer' && bearer !== undefined) return bearer
  const { token } = query as { token?: unknown }
  return typeof token === 'string' ? token : ''
}

// All digests have the same length, and each comparison takes the same time: it does not reveal how much of a guess was right.
function isAmong (digests: Buffer[], token: string): boolean {
  const given = digest(token)
  return digests.reduce((found, known) => timingSafeEqual(known, given) || found, false)
}

function digest (token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
