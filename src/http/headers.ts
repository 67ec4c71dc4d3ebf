// The security headers of responses. The headers of API responses forbid a browser to run or load anything from a response, to guess its
// media type, and to show it in a frame. Pages have helmet's headers, with the content security policy that they need.
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

/** Only scripts, styles and requests of this service, and nothing inline. */
export const PAGE_POLICY: Policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  // Icons are data: URLs; fetched images are blob: URLs.
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"]
}

/** For the page that shows recorded data. Trusted Types: one policy makes URLs of scripts; none makes HTML or scripts. */
export const VIEWER_POLICY: Policy = {
  ...PAGE_POLICY,
  // In some browsers, 'self' does not include WebSockets.
  connectSrc: ["'self'", ownSockets],
  workerSrc: ["'self'"],
  frameSrc: ["'self'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['earshot']
}

/** For the page that shows recorded HTML: no origin, no network, no script but its own. Only the viewer may embed it. */
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
 * For the page that sends a request again, to any host: it is the only page that may connect to other hosts. So it has no origin, and
 * cannot read the token and the sessions of the viewer; and it runs no script but its own.
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

/** A hook for onRequest. Not helmet: it computes its headers anew for each response, which takes half as long as a push. */
export function secureReply (_request: unknown, reply: FastifyReply, done: () => void): void {
  reply.headers(API_HEADERS)
  done()
}

/** Call it in the scope of the pages. */
export async function registerPageHeaders (app: FastifyInstance, policy: Policy = PAGE_POLICY): Promise<void> {
  // If both set the same header, the response would send the API's header instead of helmet's.
  app.addHook('onRequest', async (_request, reply) => { for (const name in API_HEADERS) reply.removeHeader(name) })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // HSTS is for a whole domain. Only the proxy that ends TLS knows whether all of it has TLS: the service may be mounted under one path.
    strictTransportSecurity: false,
    // A sandboxed page cannot get its own agent cluster, and browsers warn if only some pages of an origin request one.
    originAgentCluster: false
  })
}

// Allows ws: and wss:, because only the proxy that ends TLS knows which one applies.
function ownSockets ({ headers: { host = '' } }: IncomingMessage): string {
  return /^[\w.:[\]-]+$/.test(host) ? `ws://${host} wss://${host}` : "'self'"
}
