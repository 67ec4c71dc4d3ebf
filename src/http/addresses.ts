// The addresses at which other devices in the same network reach the service. The page and the terminal offer the same addresses.
import { BlockList, type AddressInfo } from 'node:net'
import type { networkInterfaces } from 'node:os'

type Interfaces = ReturnType<typeof networkInterfaces>

const PRIVATE_NETWORKS = new BlockList()
PRIVATE_NETWORKS.addSubnet('10.0.0.0', 8)
PRIVATE_NETWORKS.addSubnet('172.16.0.0', 12)
PRIVATE_NETWORKS.addSubnet('192.168.0.0', 16)
/** Networks that exist only within a machine. */
const VIRTUAL_INTERFACES = /^(?:docker|br-|veth|virbr|vboxnet|vmnet|cni|flannel|lo)/
/** The networks that homes and offices use most come first. */
const MOST_LIKELY_FIRST = [/^192\.168\./, /^10\./, /^172\./]

/** The private IPv4 addresses of a server that listens on all of them, as URLs without a path; none if it listens on one address. */
export function addressesOf (listening: AddressInfo | string | null, interfaces: Interfaces): string[] {
  if (listening === null || typeof listening === 'string' || !['0.0.0.0', '::'].includes(listening.address)) return []
  const own = Object.entries(interfaces).flatMap(([name, addresses = []]) => VIRTUAL_INTERFACES.test(name) ? [] : addresses)
  const usable = own.filter(({ family, internal, address }) => family === 'IPv4' && !internal && PRIVATE_NETWORKS.check(address, 'ipv4'))
  const rank = (address: string) => MOST_LIKELY_FIRST.findIndex(usual => usual.test(address))
  return usable.map(({ address }) => address).sort((a, b) => rank(a) - rank(b)).map(address => `http://${address}:${listening.port}`)
}
