// Makes a worker see the address with which the page started it, and not the address of the script that starts the recorder.
import { quiet } from '../../core/host.js'
import type { Call } from '../frameless.js'
import { WorkerPatches } from '../worker/worker-patches.js'

// All but the origin, which is the same.
const PARTS = ['href', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'] as const
/** The classes whose first argument is an address. */
const CLASSES = ['Request', 'EventSource', 'WebSocket', 'Worker']

/** `isBase`: relative addresses refer to it, too. */
export function pretend (address: string, isBase: boolean): void {
  const own = new URL(address)
  // In Firefox, `blob:` and `data:` addresses have no path, with or without us.
  const here = new URL(location.href)
  const patches = new WorkerPatches()
  const { prototype } = (globalThis as unknown as { WorkerLocation: { prototype: object } }).WorkerLocation
  for (const part of PARTS) {
    if (isBase || location[part] === here[part]) patches.add(prototype, part, () => () => own[part], { part: 'get' })
  }
  patches.add(prototype, 'toString', () => () => own.href)
  if (isBase) quiet(() => resolveBy(address, patches))
}

function resolveBy (base: string, patches: WorkerPatches): void {
  const at = new Map<string, number>([['open', 1]])
  patches.below = (name, call: Call) => {
    const args: unknown[] = CLASSES.includes(name) ? call[1] : call[2]
    const places = name === 'importScripts' ? args.keys() : [at.get(name) ?? 0]
    for (const place of places) args[place] = absolute(args[place], base)
  }
  const add = (target: object | undefined, ...names: string[]) => {
    for (const name of names) if (target) patches.add(target, name, () => {})
  }
  const { Cache, CacheStorage, XMLHttpRequest } = globalThis
  add(globalThis, 'fetch', 'importScripts')
  add(XMLHttpRequest?.prototype, 'open')
  add(Cache?.prototype, 'add', 'addAll', 'put', 'match', 'matchAll', 'delete', 'keys')
  add(CacheStorage?.prototype, 'match')
  add(Response, 'redirect')
  for (const name of CLASSES) patches.addClass(globalThis, name, () => {})
}

/** Other objects are addresses already, or are requests. */
function absolute (given: unknown, base: string): unknown {
  if (Array.isArray(given)) return given.map(one => absolute(one, base))
  if (typeof given !== 'string') return given
  return quiet(() => new URL(given, base).href) ?? given
}
