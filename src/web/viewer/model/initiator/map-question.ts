// The messages to and from the worker that reads source maps.
import type { InitiatorCall } from '../../../../schema/initiator.js'
import type { Original } from './source-map.js'

/** `bytes`: a script, which names or contains its map, or a map. The calls are those in this script. */
export type MapQuestion = { bytes: Uint8Array<ArrayBuffer>, url: string, calls: readonly InitiatorCall[] } &
  ({ what: 'script', header: string | undefined } | { what: 'map' })

export type MapAnswer =
  | { originals: (Original | undefined)[] }
  /** The script names this map. */
  | { address: string }
  | { fault: 'no-map' | 'broken' | 'dense' | 'stuck' }
