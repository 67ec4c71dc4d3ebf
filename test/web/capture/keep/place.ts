// Opens pages whose recorder stores on the device what it cannot send, and reads what is stored.
import type { Test } from 'tap'
import type { Page } from 'playwright-core'
import type { Entry } from '../../../../src/schema/entry.js'
import { newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { open, replica, type Opened } from '../browser/place.js'
import { startFront, type Front } from './front.js'

type Opening = Parameters<typeof open>[2]

export interface Keeping extends Opened {
  front: Front
  session: string
  head: string
}

/** `attributes`: of the line, without the session. */
export async function openKeeping (t: Test, attributes = 'data-keep', opening: Opening = {}): Promise<Keeping> {
  const front = await startFront(t, replica.url)
  const session = newSession()
  const head = keepTag(front, session, attributes)
  return { ...await open(t, head, opening), front, session, head }
}

export function keepTag ({ url }: Pick<Front, 'url'>, session: string, attributes = 'data-keep'): string {
  return `<script src="${url}/earshot.js" ${session && `data-session="${session}"`} ${attributes}></script>`
}

/** Whether the request started in this time: clocks of pages are a little off. */
export function isWithin ({ startTime = 0 }: Entry, fromMs: number, untilMs: number): boolean {
  return startTime >= fromMs - 50 && startTime <= untilMs + 50
}

/** The texts of all batches that the pages of this origin keep. */
export async function kept (page: Page): Promise<string[]> {
  return await page.evaluate(`new Promise((resolve, reject) => {
    const request = indexedDB.open('earshot')
    request.onupgradeneeded = () => request.transaction.abort()
    request.onerror = () => resolve([])
    request.onsuccess = () => {
      const all = request.result.transaction('bodies').objectStore('bodies').getAll()
      all.onsuccess = () => { request.result.close(); resolve(all.result) }
      all.onerror = reject
    }
  })`)
}

/** Waits until each of these texts is in what is kept. */
export async function keeps (page: Page, ...texts: string[]): Promise<string> {
  let all = ''
  await until(`${texts.join()} are kept`, async () => {
    all = (await kept(page)).join('\n')
    return texts.every(text => all.includes(text))
  })
  return all
}

export async function keepsNothing (page: Page): Promise<void> {
  await until('nothing is kept', async () => (await kept(page)).length === 0)
}
