// Whether a response comes from a mock of HTTP. Mocks do not mark their responses, so we look at the socket, and recognize the mocked
// sockets of @mswjs/interceptors, on which msw and nock are built. Up to version 0.41, these sockets have a class of their own; in later
// versions, they are real sockets that are not connected.
import type { IncomingMessage } from 'node:http'

interface MockSocket {
  /** The real socket, if the request was let through. */
  originalSocket?: unknown
  _handle?: object | null
}

export function isMocked ({ socket }: IncomingMessage): boolean {
  const { originalSocket, _handle: handle } = socket as MockSocket
  if (/^Mock/.test(socket.constructor.name)) return originalSocket === undefined
  return Boolean(handle) && Object.hasOwn(handle ?? {}, 'getpeername')
}
