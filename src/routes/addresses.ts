// The addresses at which a phone in the same network reaches the service. The page needs them if it was opened as localhost, which no phone
// reaches. Only the machine itself gets them: over its loopback interface, without a proxy, and not for a page of another origin.
import { BlockList, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../exchange/loopback.js'
import { parsedUrl } from '../exchange/parsed-url.js'
import { OPERATIONS } from '../http/documents/operations.js'
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

type Interfaces = ReturnType<typeof networkInterfaces>

const PRIVATE = new BlockList()
PRIVATE.addSubnet('10.0.0.0', 8)
PRIVATE.addSubnet('172.16.0.0', 12)
PRIVATE.addSubnet('192.168.0.0', 16)
/** Networks that exist only within a machine. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vboxnet|vmnet|cni|flannel|lo)/
/** Those that homes and offices use most come first. */
const USUAL = [/^192\.168\./, /^10\./, /^172\./]

/** The private IPv4 addresses of a server that listens on all of them, as URLs without a path; none if it listens on one address. */
export function addressesOf (listening: AddressInfo | string | null, interfaces: Interfaces): string[] {
  if (listening === null || typeof listening === 'string' || !['0.0.0.0', '::'].includes(listening.address)) return []
  const own = Object.entries(interfaces).flatMap(([name, addresses = []]) => VIRTUAL.test(name) ? [] : addresses)
  const usable = own.filter(({ family, internal, address }) => family === 'IPv4' && !internal && PRIVATE.check(address, 'ipv4'))
  const rank = (address: string) => USUAL.findIndex(usual => usual.test(address))
  return usable.map(({ address }) => address).sort((a, b) => rank(a) - rank(b)).map(address => `http://${address}:${listening.port}`)
}

const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.)/
const PASSED_ON = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

// The host guards against DNS rebinding: a page whose name was pointed at this machine sends its own name.
function isFromThisMachine ({ socket, headers }: FastifyRequest): boolean {
  const { host = '', origin } = headers
  return LOOPBACK.test(socket.remoteAddress ?? '') && !PASSED_ON.some(name => name in headers) &&
    isLoopback(parsedUrl(`http://${host}`)?.hostname ?? '') && (origin === undefined || origin === `http://${host}`)
}
