// The session for measurements of the page. Its entries contain prefixes of one word, and the prefixes have different lengths, so that each
// letter typed in the filter changes the number of matches.
import { setTimeout as sleep } from 'node:timers/promises'
import { pushBatch } from './pushes.js'

export const ENTRIES = 10_000
export const WORD = 'qzwvkjxyfb'
const BYTES = 6000
const BATCH = 250

export async function fill (address: string, session: string): Promise<void> {
  for (let at = 0; at < ENTRIES; at += BATCH) await pushBatch(address, session, Array.from({ length: BATCH }, (_, n) => pushOf(at + n)))
}

/** Resolves when the last push is answered. */
export async function keepPushing (
  address: string, session: string, { perSecond, seconds }: { perSecond: number, seconds: number }
): Promise<void> {
  const [startedMs, inBatch] = [performance.now(), perSecond / 10]
  for (let batch = 0; batch < seconds * 10; batch++) {
    const pushes = Array.from({ length: inBatch }, (_, n) => pushOf(ENTRIES + batch * inBatch + n))
    await pushBatch(address, session, pushes)
    await sleep(Math.max(0, startedMs + (batch + 1) * 100 - performance.now()))
  }
}

/** The bytes of the texts of one entry. */
export function entryBytes (): number {
  const { api, method, requestHeader, responseHeader, request, response, pageParams, storage } = pushOf(0)
  return [api, method, requestHeader, responseHeader, request, response, pageParams, storage]
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

function pushOf (n: number) {
  const beginning = WORD.slice(0, n % (WORD.length + 1))
  const item = (id: number) => ({
    id,
    sku: `kettle-${id}`,
    title: `Kettle, 1.7 l, brushed steel, ${beginning}#`,
    price: { amount: 39.9, currency: 'EUR' },
    image: `https://img.example.com/${id}.jpg`
  })
  const items: object[] = []
  for (let bytes = 700; bytes < BYTES; bytes += JSON.stringify(items.at(-1)).length + 1) items.push(item(n * 100 + items.length))
  return {
    requestId: `request-${n}`,
    api: `https://api.example.com/v1/orders/${n}?page=2`,
    method: 'GET',
    requestHeader: 'Accept: application/json\r\nAccept-Language: en\r\nX-Trace: 5f0c2a9be714\r\n',
    responseHeader: 'HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nVary: Accept\r\n',
    request: '',
    response: JSON.stringify({ code: n % 50 === 0 ? 1001 : 0, items }),
    timeConsuming: 5 + n * 7919 % 900,
    pageParams: '{"tab":"orders"}',
    storage: '{"theme":"dark"}',
    age: Math.max(0, ENTRIES - n) * 20 + 1000
  }
}
