// The addresses at which other devices in the same network reach the service. The page and the terminal offer the same ones.
import { BlockList, type AddressInfo } from 'node:net'
import type { networkInterfaces } from 'node:os'

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
