// Whether a proxy has passed a request on. Proxies say so in these headers, unless they are configured not to.
import type { FastifyRequest } from 'fastify'

const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

export function cameThroughProxy ({ headers }: FastifyRequest): boolean {
  return PROXY_HEADERS.some(name => name in headers)
}
