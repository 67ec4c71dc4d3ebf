// The security headers of replies. With those of the API, a browser runs nothing, loads nothing, guesses no type, and shows it in no frame.
// Pages have helmet's headers, with the policy that they need.
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'

const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Screenshots are shown in, and beacons sent from, pages of other origins.
  'cross-origin-resource-policy': 'cross-origin'
}

/** A hook for onRequest. Not helmet: it works out its headers again for each reply, which costs half of what a push may cost. */
export function secureReply (_request: unknown, reply: FastifyReply, done: () => void): void {
  reply.headers(API_HEADERS)
  done()
}

/** For the scope of pages: scripts, styles and calls of this service only, and nothing inline. */
export async function registerPageHeaders (app: FastifyInstance): Promise<void> {
  // Where both have a header, the reply would send the one of the API and not helmet's.
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
    // HSTS is for a whole domain. Only the proxy that ends TLS knows whether all of it has TLS: the service may be mounted under one path.
    strictTransportSecurity: false
  })
}
