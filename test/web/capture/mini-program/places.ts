// The environment of the tests of mini-programs: a server for the app, a collector for the recorder's pushes, and platforms as globals.
import type { Test } from 'tap'
import { Earshot } from '../../../../src/web/capture/mini-program/earshot.js'
import { openCollector, type Collector } from '../node/collector.js'
import { openServers, type Servers } from '../node/places.js'

export async function open (t: Test): Promise<{ servers: Servers, collector: Collector }> {
  const servers = await openServers()
  t.teardown(() => servers.close())
  const collector = await openCollector()
  t.teardown(() => collector.close())
  t.teardown(() => Earshot.stop())
  return { servers, collector }
}

export function place (t: Test, platforms: Record<string, unknown>): void {
  Object.assign(globalThis, platforms)
  t.teardown(() => { for (const name of Object.keys(platforms)) Reflect.deleteProperty(globalThis, name) })
}
