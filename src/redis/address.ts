// The address of a Redis, a node of a Cluster or a Sentinel: `host:port`, or a URL with credentials or TLS.
import type { RedisAddress } from '../config.js'

export interface Node {
  host: string
  port: number
  username?: string
  password?: string
  tls?: object
}

export function parseNode (address: string): Node {
  const url = urlOf(address)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port),
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(url.protocol === 'rediss:' && { tls: {} })
  }
}

/** The credentials of the first node that has some. They are used for all nodes, because the settings do not name every node. */
export function credentials (nodes: Node[]): Omit<Node, 'host' | 'port'> {
  const { host, port, ...access } = nodes.find(({ password, tls }) => password ?? tls) ?? { host: '', port: 0 }
  return access
}

/** The name for messages to people, without credentials. */
export function nameOf (address: RedisAddress): string {
  if (address.kind === 'single') return `Redis at ${placeOf(address.url)}`
  if (address.kind === 'cluster') return `The Redis Cluster at ${address.nodes.map(placeOf).join(', ')}`
  return `Redis behind the Sentinels at ${address.sentinels.map(placeOf).join(', ')}`
}

function placeOf (address: string): string {
  // Options may follow the path of a socket, as in ?password=...
  if (address.startsWith('/')) return address.replace(/\?.*/, '')
  const { hostname, port } = urlOf(address)
  return `${hostname || 'localhost'}:${port || '6379'}`
}

function urlOf (address: string): URL {
  return new URL(address.includes('://') ? address : `redis://${address}`)
}
