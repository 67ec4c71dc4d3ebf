// The security headers of replies. With those of the API, a browser runs nothing, loads nothing, guesses no type, and shows it in no frame.
// Pages have helmet's headers, with the policy that they need.
import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Screenshots are shown in, and beacons sent from, pages of other origins.
  'cross-origin-resource-policy': 'cross-origin'
}

type Source = string | ((request: IncomingMessage) => string)
export type Policy = Record<string, Source[]>

/** Scripts, styles and calls of this service only, and nothing inline. */
export const PAGE_POLICY: Policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  // Icons are data:, an image that was fetched is blob:.
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"]
}

/** Of the page that shows what apps recorded. Text becomes a script's address in one place, HTML or a script nowhere. */
export const VIEWER_POLICY: Policy = {
  ...PAGE_POLICY,
  // For some browsers 'self' is no WebSocket.
  connectSrc: ["'self'", ownSockets],
  workerSrc: ["'self'"],
  frameSrc: ["'self'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['earshot']
}

/** Of the page that shows recorded HTML: no origin, no network, no script but its own. Only the viewer may show it. */
export const PREVIEW_POLICY: Policy = {
  sandbox: ['allow-scripts'],
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'unsafe-inline'"],
  imgSrc: ['data:'],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'self'"]
}

/**
 * Of the page that sends a request again, wherever it goes: the one page that may connect to other hosts. So it has no origin, which keeps
 * the token and the sessions of the viewer from it, and no script but its own.
 */
export const SENDER_POLICY: Policy = {
  sandbox: ['allow-scripts'],
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  connectSrc: ['http:', 'https:'],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'self'"],
  requireTrustedTypesFor: ["'script'"]
}

/** A hook for onRequest. Not helmet: it works out its headers again for each reply, which costs half of what a push may cost. */
export function secureReply (_request: unknown, reply: FastifyReply, done: () => void): void {
  reply.headers(API_HEADERS)
  done()
}

/** For the scope of pages. */
export async function registerPageHeaders (app: FastifyInstance, policy: Policy = PAGE_POLICY): Promise<void> {
  // Where both have a header, the reply would send the one of the API and not helmet's.
  app.addHook('onRequest', async (_request, reply) => { for (const name in API_HEADERS) reply.removeHeader(name) })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // HSTS is for a whole domain. Only the proxy that ends TLS knows whether all of it has TLS: the service may be mounted under one path.
    strictTransportSecurity: false,
    // A sandboxed page cannot be granted it, and browsers warn where not all pages of an origin ask for it.
    originAgentCluster: false
  })
}

// Only the proxy that ends TLS knows which of the two it is.
function ownSockets ({ headers: { host = '' } }: IncomingMessage): string {
  return /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'"
}
