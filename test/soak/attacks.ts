// The attacks of hostile clients: each kind makes an input, sends it to a replica, and returns one word for the answer. An attack throws if
// the service must never give that answer.
import fc, { type Arbitrary } from 'fast-check'
import type { Dice } from '../chaos/dice.js'
import { hostileBodies } from '../fuzz/bodies.js'
import { frames } from '../fuzz/frames.js'
import { requests } from '../fuzz/requests.js'
import { handshakeOf, isWhole, say, statusesIn, type Heard, type Manner } from '../fuzz/wire.js'
import { readerAttacks } from './reader-attacks.js'

export interface Target {
  url: string
  session: string
  /** Aborts all attacks in progress. */
  signal: AbortSignal
}

export interface Attack {
  name: string
  /** The percentage of inputs of this kind. */
  share: number
  /** The maximum number in progress, over all replicas. */
  atOnce: number
  strike (target: Target): Promise<string>
}

const KIB = 1024
/** The default of BODY_LIMIT. */
export const LARGEST = 8 * KIB * KIB
/** Longer than a replica may take to end. */
const TIMEOUT_MS = 45_000

/** `largeBytes` is the size of the largest bodies. */
export function attacksOn (session: string, dice: Dice, largeBytes: number): Attack[] {
  const request = supplyOf(requests([session]), dice)
  const frame = supplyOf(frames, dice)
  const body = supplyOf(fc.constantFrom(KIB, 16 * KIB, 128 * KIB).chain(hostileBodies), dice, 10)
  const largeBody = supplyOf(hostileBodies(largeBytes), dice, 1)
  const half = supplyOf(halves(session), dice)
  const handshake = supplyOf(wrongHandshakes(session), dice)
  return [
    { name: 'malformed requests', share: 62, atOnce: 100, strike: target => send(request(), target) },
    { name: 'malformed frames', share: 24, atOnce: 50, strike: target => send(Buffer.concat([handshakeOf(session), frame()]), target) },
    { name: 'hostile bodies', share: 8, atOnce: 20, strike: target => post(body(), target) },
    { name: 'large bodies', share: 0.3, atOnce: 4, strike: target => post(largeBody(), target) },
    { name: 'half-open connections', share: 3, atOnce: 200, strike: target => send(half(), target, { closing: false }) },
    { name: 'refused handshakes', share: 2.5, atOnce: 200, strike: target => send(handshake(), target, { closing: false }) },
    {
      name: 'viewers that never read',
      share: 0.2,
      atOnce: 20,
      strike: target => send(handshakeOf(session), target, { closing: false, deaf: true })
    },
    ...readerAttacks(session, dice)
  ]
}

async function send (bytes: Buffer, { url, signal }: Target, manner: Omit<Manner, 'signal'> = {}): Promise<string> {
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  const heard = await say(Number(new URL(url).port), bytes, { ...manner, signal: timeout })
  try {
    return outcomeOf(heard)
  } catch (error) {
    throw new Error(`${JSON.stringify(bytes.toString('latin1'))}: ${(error as Error).message}`)
  }
}

async function post ({ type, text }: { type: string, text: string }, { url, session, signal }: Target): Promise<string> {
  const reply = await fetch(`${url}/capture/raw-data?sessionId=${session}`, {
    method: 'POST', headers: { 'content-type': type }, body: text, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  }).catch((error: Error & { cause?: { code?: string } }) => error)
  if (reply instanceof Error) {
    return /Abort|Timeout/.test(reply.name) ? 'held' : reply.cause?.code === 'ECONNREFUSED' ? 'unreachable' : 'cut off'
  }
  const said = await reply.text().catch(() => '')
  if (reply.status >= 500 && reply.status !== 503) {
    throw new Error(`${text.length} bytes of ${type}, ${text.slice(0, 100)}…: ${reply.status} ${said}`)
  }
  return nameOf(reply.status)
}

function outcomeOf ({ said, end }: Heard): string {
  if (said === '') return { ended: 'closed', failed: 'cut off', unreachable: 'unreachable', abandoned: 'held' }[end]
  // The status 100 only permits the client to send the body.
  const status = isWhole(said) ? statusesIn(said).find(status => status !== 100) : undefined
  return status === undefined ? 'cut off' : nameOf(status)
}

function nameOf (status: number): string {
  return status === 503 || status === 101 ? String(status) : `${Math.floor(status / 100)}xx`
}

// The first parts of requests, whose rest never comes.
function halves (session: string): Arbitrary<Buffer> {
  const push = `POST /capture/raw-data?sessionId=${session} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`
  const wholes = [
    `${push}Content-Length: ${LARGEST}\r\n\r\n${'{"api":"/a",'.repeat(1000)}`, `${push}Transfer-Encoding: chunked\r\n\r\nfff\r\n{`,
    `${push}Cookie: ${'a'.repeat(1000)}`, handshakeOf(session).toString().trimEnd()
  ]
  return fc.tuple(fc.constantFrom(...wholes), fc.double({ min: 0, max: 1, noNaN: true })).map(([whole, part]) =>
    Buffer.from(whole.slice(0, whole.length * part)))
}

// Each handshake is wrong in one point, and its client keeps its side open.
function wrongHandshakes (session: string): Arbitrary<Buffer> {
  const good = handshakeOf(session).toString()
  return fc.constantFrom(
    good.replace('Version: 13', 'Version: 99'), good.replace(/Sec-WebSocket-Key:.*\r\n/, ''), good.replace(/Key: .*/, 'Key: x'),
    good.replace(session, 'x'),
    good.replace('GET', 'POST'), good.replace('/ws', '/wss'), good.replace('Upgrade: websocket', 'Upgrade: h2c'),
    good.replace('HTTP/1.1', 'HTTP/1.0'), good.replace('Host: a\r\n', '')
  ).map(text => Buffer.from(text))
}

// Samples several at a time, because one sample costs as much as ten.
function supplyOf<Thing> (things: Arbitrary<Thing>, dice: Dice, atOnce = 40): () => Thing {
  let store: Thing[] = []
  return () => {
    if (store.length === 0) store = fc.sample(things, { numRuns: atOnce, seed: dice.newSeed() })
    return store.pop()!
  }
}
