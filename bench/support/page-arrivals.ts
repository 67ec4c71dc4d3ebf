// Measures the time from a push to its row in the list, and to its message in a bare page that only listens. This process and the pages
// read the same system clock with the same precision, so their times can be compared.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { evaluate, openFelt, type Felt } from './page-felt.js'
import { pushOne } from './pushes.js'
import { variedPush } from './varied-session.js'

const PUSHES = 60
const APART_MS = 110

const WATCH_ROWS = `{
  const seen = globalThis.seen = {}
  new MutationObserver(() => {
    for (const row of document.querySelectorAll('.list-rows > [role=row]')) {
      const [, n] = /\\/probe-(\\d+)/.exec(row.getAttribute('aria-label')) ?? []
      if (n !== undefined) seen[n] ??= performance.timeOrigin + performance.now()
    }
  }).observe(document.querySelector('.list-rows'), { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-label'] })
}`

/** Milliseconds from the moment before each push until its row is in the document. The list has to be at its end. */
export async function pushesMs (felt: Felt, address: string, session: string, from: number): Promise<number[]> {
  await felt.page.locator('[role=grid]').focus()
  await felt.page.keyboard.press('End')
  await evaluate(felt.devtools, WATCH_ROWS)
  return await timed(felt, address, session, from)
}

export async function barePushesMs (browser: Browser, address: string, session: string): Promise<number[]> {
  const felt = await openFelt(browser, `${address}/healthz`, '', { bypassCSP: true })
  await evaluate(felt.devtools, `new Promise(resolve => {
    const seen = globalThis.seen = {}
    const socket = new WebSocket(new URL('/ws?sessionId=${session}', location.href.replace('http', 'ws')))
    socket.onmessage = ({ data }) => {
      const atMs = performance.timeOrigin + performance.now()
      const [, n] = /\\/probe-(\\d+)/.exec(data) ?? []
      if (n !== undefined) seen[n] ??= atMs
      else resolve()
    }
  })`)
  const times = await timed(felt, address, session, 0)
  await felt.close()
  return times
}

async function timed ({ devtools }: Felt, address: string, session: string, from: number): Promise<number[]> {
  const sent: number[] = []
  for (let n = 0; n < PUSHES; n++) {
    const push = { ...variedPush(from + n, 2000, 5), requestId: `probe-${from}-${n}`, api: `https://api.shop.example/probe-${n}`, age: 5 }
    sent.push(performance.timeOrigin + performance.now())
    await pushOne(address, session, push)
    await sleep(APART_MS)
  }
  const seen = await evaluate<Record<string, number>>(devtools, 'seen')
  return sent.map((atMs, n) => {
    const seenMs = seen[n]
    if (seenMs === undefined) throw new Error(`The push ${n} never came`)
    return seenMs - atMs
  })
}
