// Access by token (contract §7): a route declares the access that it needs. A token that gives one kind of access never gives
// the other. If no token is configured for a kind, everybody has that access.
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'

export type Access = 'push' | 'view'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Any one of these is enough; a route without this property needs `view`. */
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
    else done(new ApiError('unauthorized', token === '' ? undefined : `This token is not allowed to ${access.join(' or ')}`))
  }
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
