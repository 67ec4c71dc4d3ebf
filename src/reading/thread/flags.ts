// Finds the entries of a session that are duplicates or N+1 requests. The search needs a few numbers per entry. The result has one number
// for each entry that was found, so that all slices of a request can share it.
import type { Entry } from '../../schema/entry.js'
import { seqOf } from '../../store/codec.js'
import { repeatableOf, type Repeatable } from '../../summary/repeatable.js'
import { Repeats } from '../../summary/repeats.js'

export interface Flags { isDuplicate: boolean, isNPlusOne: boolean }

const NUMBERS_PER_ENTRY = 5
const MISSING = Number.NaN
/** The two kinds as bits, and how many combinations of them there are. */
const [DUPLICATE, N_PLUS_ONE, KIND_COMBINATIONS] = [1, 2, 4]

/** The seq of an entry, its start, and its fingerprints for `Repeats`. */
export function fingerprintsOf (entry: Entry): number[] {
  const { startMs, request = MISSING, address = MISSING, pattern = MISSING } = repeatableOf(entry)
  return [Number(seqOf(entry.id)), startMs, request, address, pattern]
}

/** One number per entry that is a duplicate or N+1: its seq times four, plus its kinds. In ascending order. */
export function flagRepeats (fingerprints: Uint8Array[]): SharedArrayBuffer {
  const repeats = new Repeats()
  const tracked = fingerprints.flatMap(numbersOf).map(([seq, repeatable]) => [seq, repeats.add(repeatable)] as const)
  const found = tracked.map(
    ([seq, { isDuplicate, isNPlusOne }]) => seq * KIND_COMBINATIONS + (isDuplicate ? DUPLICATE : 0) + (isNPlusOne ? N_PLUS_ONE : 0)
  )
  const flags = Float64Array.from(found.filter(flag => flag % KIND_COMBINATIONS !== 0)).sort()
  const shared = new SharedArrayBuffer(flags.byteLength)
  new Float64Array(shared).set(flags)
  return shared
}

/** Entries that arrived after the fingerprints were read count neither as duplicates nor as N+1. */
export function flagsIn (shared: SharedArrayBuffer | undefined): (entry: Pick<Entry, 'id'>) => Flags {
  const flags = shared ? new Float64Array(shared) : new Float64Array()
  return ({ id }) => {
    const first = Number(seqOf(id)) * KIND_COMBINATIONS
    let [low, high] = [0, flags.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((flags[middle] ?? 0) < first) low = middle + 1
      else high = middle
    }
    const kinds = (flags[low] ?? 0) - first
    const isOwn = low < flags.length && kinds < KIND_COMBINATIONS
    return { isDuplicate: isOwn && (kinds & DUPLICATE) > 0, isNPlusOne: isOwn && (kinds & N_PLUS_ONE) > 0 }
  }
}

function numbersOf ({ buffer, byteOffset, byteLength }: Uint8Array): [seq: number, repeatable: Repeatable][] {
  const numbers = new Float64Array(buffer, byteOffset, byteLength / Float64Array.BYTES_PER_ELEMENT)
  return Array.from({ length: numbers.length / NUMBERS_PER_ENTRY }, (_, n) => {
    const [seq = 0, startMs = 0, request, address, pattern] = numbers.subarray(n * NUMBERS_PER_ENTRY, (n + 1) * NUMBERS_PER_ENTRY)
    return [seq, { startMs, request: known(request), address: known(address), pattern: known(pattern) }]
  })
}

function known (number: number | undefined): number | undefined {
  return Number.isNaN(number) ? undefined : number
}
