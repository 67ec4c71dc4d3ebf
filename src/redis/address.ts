// Where a node of a Cluster or a Sentinel is, and how to be let in: `host:port`, or a URL with credentials or TLS.

export interface Node {
  host: string
  port: number
  username?: string
  password?: string
  tls?: object
}

export function parseNode (address: string): Node {
  const url = new URL(address.includes('://') ? address : `redis://${address}`)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port),
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(url.protocol === 'rediss:' && { tls: {} })
  }
}

/** The first node that has credentials gives them for all: more nodes are found than the settings name. */
export function credentials (nodes: Node[]): Omit<Node, 'host' | 'port'> {
  const { host, port, ...access } = nodes.find(({ password, tls }) => password ?? tls) ?? { host: '', port: 0 }
  return access
}
