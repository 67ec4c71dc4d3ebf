// Who may do what, by token (contract §7): a route says what access it needs. A token that gives one kind of access never gives
// the other, and where no token is configured for a kind everybody has it.
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'

export type Access = 'push' | 'view'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Any one of these is enough; a route that says nothing needs `view`. */
    access?: Access[]
  }
}

/** A hook for onRequest. */
export function requireToken (tokens: Record<Access, string[]>) {
  const digests = { push: tokens.push.map(digest), view: tokens.view.map(digest) }
  return (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    const access = accessTo(request.routeOptions.config)
    const token = tokenOf(request)
    if (access.some(kind => digests[kind].length === 0 || isAmong(digests[kind], token))) done()
    else done(new ApiError('unauthorized', token === '' ? undefined : `This token does not permit to ${access.join(' or ')}`))
  }
}

/** Any one of these is enough for a route. */
export function accessTo ({ access = ['view'] }: FastifyContextConfig): Access[] {
  return access
}

// A browser's WebSocket, beacon and image cannot carry a header, so their token is in the query.
function tokenOf ({ headers, query }: FastifyRequest): string {
  const [scheme, bearer] = headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() === 'bearer' && bearer !== undefined) return bearer
  const { token } = query as { token?: unknown }
  return typeof token === 'string' ? token : ''
}

// All digests have the same length, and each is compared to its end: the time that it takes does not tell how much of a guess was right.
function isAmong (digests: Buffer[], token: string): boolean {
  const given = digest(token)
  return digests.reduce((found, known) => timingSafeEqual(known, given) || found, false)
}

function digest (token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
