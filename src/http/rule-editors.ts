// Decides who may edit rules if the operator has set no tokens for this. Pages of other origins may not, unless CORS_ORIGINS lists their
// origin by name. If rules are on only because the service listens on loopback (RULES=auto), nobody may edit them through a proxy.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { cameThroughProxy } from './proxied.js'
import type { Access } from './tokens.js'

interface EditorsOptions {
  tokens: Record<Access, string[]>
  isOwnPage: (request: FastifyRequest) => boolean
  /** Rules are on only because the service listens on loopback. */
  areLocal: boolean
}

/** Throws if the sender of the request may not do what these tokens would protect. */
export type EditorCheck = (request: FastifyRequest, access: 'view' | 'rule') => void

export function editorCheck ({ tokens, isOwnPage, areLocal }: EditorsOptions): EditorCheck {
  return (request, access) => {
    if (tokens[access].length > 0) return
    if (!isOwnPage(request)) throw new ApiError('forbidden', `${FOREIGN} ${access === 'view' ? 'VIEW_TOKENS' : 'RULE_TOKENS'}`)
    if (areLocal && cameThroughProxy(request)) throw new ApiError('forbidden', PROXIED)
  }
}

const FOREIGN = 'Pages of this origin may not edit rules. The operator can list the origin by name in CORS_ORIGINS, or set'
const PROXIED = 'Rules cannot be edited through a proxy. To permit it, the operator sets RULE_TOKENS or VIEW_TOKENS, or RULES=on. With ' +
  'RULES=on and no tokens, everybody can write rules'
