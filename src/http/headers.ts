// What replies say to browsers. Of the API: run nothing, load nothing, guess nothing, show it in nobody's frame. A page has helmet's
// headers, and the policy that it needs.
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Screenshots are shown in, and beacons sent from, pages of other origins.
  'cross-origin-resource-policy': 'cross-origin'
}

/** A hook for onRequest. Not helmet, which works its headers out anew for each reply: that is half of what a push may cost. */
export function secureReply (_request: unknown, reply: FastifyReply, done: () => void): void {
  reply.headers(API_HEADERS)
  done()
}

/** For the scope of pages: scripts, styles and calls of this service only, and nothing inline. */
export async function registerPageHeaders (app: FastifyInstance): Promise<void> {
  // Fastify's own headers would go before those of helmet.
  app.addHook('onRequest', async (_request, reply) => { for (const name in API_HEADERS) reply.removeHeader(name) })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
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
    },
    // The proxy that ends TLS knows whether its whole domain has it; we may be guests under one path.
    strictTransportSecurity: false
  })
}
