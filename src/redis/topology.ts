// The node for a subscription: the only server, the current primary behind Sentinels, or in a Cluster the primary that
// owns the channel's slot.
import type { Cluster, Redis } from 'ioredis'
import { slotOf } from './slot.js'
import type { Topology } from './subscriber.js'

const MIN_REFRESH_MS = 300
const REFRESH_PERIOD_MS = 3000

/** A single Redis, on one connection. */
export function singleTopology (connect: () => Redis): Topology {
  const home = 'redis'
  return { home, ownerOf: () => home, connect, refresh: () => {}, onChange: () => {}, close: () => {} }
}

/**
 * The primary that the Sentinels know by this name. If a Sentinel reports that a new primary was chosen, subscriptions leave the old
 * one at once: it may hang or be cut off. Waiting until it is demoted would be too late: what it confirms until then is lost. Not
 * ioredis's `failoverDetector`: it stops for good if that report comes while it looks for the primary, and it writes to stderr
 * for every Sentinel that is unreachable.
 */
export function sentinelTopology (connect: () => Redis, sentinels: Redis[], name: string): Topology {
  let node = 'the primary'
  const listeners: (() => void)[] = []
  for (const sentinel of sentinels) {
    sentinel.on('ready', () => { sentinel.subscribe('+switch-master').catch(() => undefined) })
    sentinel.on('message', (_channel, text) => {
      // Every Sentinel publishes the same message.
      if (text === node || !text.startsWith(`${name} `)) return
      node = text
      for (const listener of listeners) listener()
    })
  }
  return {
    // The name of the node changes with each switch, so that no channel stays at the old primary.
    get home () { return node },
    ownerOf: () => node,
    connect,
    refresh: () => {},
    onChange: listener => { listeners.push(listener) },
    close: () => { for (const sentinel of sentinels) sentinel.disconnect() }
  }
}

/**
 * Uses the map of slots of `cluster`, and keeps it up to date: a primary that hangs does not report that it was replaced, only the other
 * nodes do. Not ioredis's `slotsRefreshInterval`: if the cluster is disconnected while the map is on its way, it goes on for ever.
 */
export function clusterTopology (cluster: Cluster, connect: (host: string, port: number) => Redis): Topology {
  let timer: NodeJS.Timeout | undefined
  let lastMs = 0
  let listener = () => {}
  const ask = () => {
    timer = undefined
    lastMs = Date.now()
    if (cluster.status === 'ready') cluster.refreshSlotsCache()
  }
  const period = setInterval(ask, REFRESH_PERIOD_MS)
  return {
    ownerOf: channel => cluster.slots[slotOf(channel)]?.[0],
    connect: node => {
      const colon = node.lastIndexOf(':')
      return connect(node.slice(0, colon), Number(node.slice(colon + 1)))
    },
    refresh: () => { timer ??= setTimeout(ask, Math.max(0, lastMs + MIN_REFRESH_MS - Date.now())) },
    onChange: onChange => {
      listener = onChange
      cluster.on('refresh', listener)
    },
    close: () => {
      clearTimeout(timer)
      clearInterval(period)
      cluster.off('refresh', listener)
    }
  }
}
