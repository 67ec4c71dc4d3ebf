// The pushes of a long recording, a hundred at a time, as bytes: to receive thousands of objects from a thread at once would block the
// event loop.
import { deserialize, serialize } from 'node:v8'
import type { ReadPush } from './batch-body.js'

/** Between two pages, the commands of other requests reach Redis. */
const PAGE_PUSHES = 100

export function pagesOf (reads: ReadPush[]): Uint8Array[] {
  return Array.from(
    { length: Math.ceil(reads.length / PAGE_PUSHES) }, (_, n) => serialize(reads.slice(n * PAGE_PUSHES, (n + 1) * PAGE_PUSHES))
  )
}

export function pushesIn (page: Uint8Array): ReadPush[] {
  return deserialize(page) as ReadPush[]
}
