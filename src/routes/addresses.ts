// The addresses at which a phone in the same network reaches the service. The page needs them if it was opened as localhost, which no phone
// reaches. Only the machine itself gets them: over its loopback interface, without a proxy, and not for a page of another origin.
import { networkInterfaces } from 'node:os'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { isLoopback, isLoopbackAddress } from '../exchange/loopback.js'
import { parsedUrl } from '../exchange/parsed-url.js'
import { addressesOf } from '../http/addresses.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { cameThroughProxy } from '../http/proxied.js'
import { AddressesSchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'

export interface AddressesOptions {
  basePath: string
}

export const addressesRoute: FastifyPluginAsyncTypebox<AddressesOptions> = async (app, { basePath }) => {
  app.get('/addresses', {
    config: { operation: OPERATIONS.getAddresses },
    schema: { querystring: SessionQuerySchema, response: { 200: AddressesSchema } }
  }, async request => ({
    addresses: isFromThisMachine(request) ? addressesOf(app.server.address(), networkInterfaces()).map(url => url + basePath) : []
  }))
}

// The host guards against DNS rebinding: a page whose name was pointed at this machine sends its own name.
function isFromThisMachine (request: FastifyRequest): boolean {
  const { socket, headers: { host = '', origin } } = request
  return isLoopbackAddress(socket.remoteAddress ?? '') && !cameThroughProxy(request) &&
    isLoopback(parsedUrl(`http://${host}`)?.hostname ?? '') && (origin === undefined || origin === `http://${host}`)
}
