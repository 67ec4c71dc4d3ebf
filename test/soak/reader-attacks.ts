// The attacks of greedy readers: they request large or expensive replies, and then read them, read nothing, or disconnect midway.
import type { Dice } from '../chaos/dice.js'
import { say } from '../fuzz/wire.js'
import type { Attack, Target } from './attacks.js'

const TIMEOUT_MS = 45_000

const costly = (value: string) => `&filter=${encodeURIComponent(Array.from({ length: 20 }, (_, n) => `-${value}${n}`).join(' '))}`
const QUERIES = [
  '', '&last=500', '&fields=id,response', costly('json:*=*z*z'), costly('query:zz'), costly('response-header:*=zz'), costly('中文'),
  costly('body:zz'), '&filter=-is%3Aduplicate'
]
const EXPORTS = ['', '&filter=-status%3A2xx', '&last=20']
const HEADERS = ['', 'accept-encoding: gzip\r\n', 'accept-encoding: br\r\n', 'accept: application/x-ndjson\r\n']

export function readerAttacks (session: string, dice: Dice): Attack[] {
  const anyPath = () => dice.below(2) === 0
    ? `/capture/entries?sessionId=${session}${pick(dice, QUERIES)}`
    : `/capture/${pick(dice, ['har', 'page', 'summary'])}?sessionId=${session}${pick(dice, EXPORTS)}`
  return [
    { name: 'readers that never read', share: 0.5, atOnce: 60, strike: target => neverRead(anyPath(), pick(dice, HEADERS), target) },
    { name: 'costly readings', share: 0.3, atOnce: 10, strike: target => read(anyPath(), Infinity, target) },
    { name: 'readings that break off', share: 0.5, atOnce: 20, strike: target => read(anyPath(), dice.below(500_000), target) }
  ]
}

function neverRead (path: string, header: string, target: Target): Promise<string> {
  return within(target.signal, async signal => {
    const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n`)
    const { end } = await say(Number(new URL(target.url).port), bytes, { closing: false, deaf: true, signal })
    return { ended: 'closed', failed: 'cut off', unreachable: 'unreachable', abandoned: 'held' }[end]
  })
}

function read (path: string, mostBytes: number, { url, signal }: Target): Promise<string> {
  return within(signal, async signal => {
    try {
      const reply = await fetch(url + path, { signal })
      if (reply.status >= 500 && reply.status !== 503) throw new Wrong(`${path}: ${reply.status} ${await reply.text()}`)
      let bytes = 0
      for await (const chunk of reply.body ?? []) if ((bytes += (chunk as Uint8Array).length) > mostBytes) break
      return reply.status === 503 ? '503' : `${Math.floor(reply.status / 100)}xx`
    } catch (error) {
      if (error instanceof Wrong) throw error
      return 'cut off'
    }
  })
}

// Limits the wait: fetch may never settle if its body is abandoned.
async function within (ended: AbortSignal, work: (signal: AbortSignal) => Promise<string>): Promise<string> {
  const over = new AbortController()
  const held = new Promise<string>(resolve => { over.signal.addEventListener('abort', () => { resolve('held') }) })
  const abort = () => { over.abort() }
  const timer = setTimeout(abort, TIMEOUT_MS)
  ended.addEventListener('abort', abort)
  try {
    return await Promise.race([work(over.signal), held])
  } finally {
    clearTimeout(timer)
    ended.removeEventListener('abort', abort)
    abort()
  }
}

class Wrong extends Error {}

function pick<Thing> (dice: Dice, things: readonly Thing[]): Thing {
  return things[dice.below(things.length)] as Thing
}
