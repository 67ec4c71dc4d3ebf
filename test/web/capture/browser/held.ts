// Pages in which the second part of the recorder (the delivery) is held back, and helpers for them.
import type { Test } from 'tap'
import type { Page, Route } from 'playwright-core'
import { until } from '../../../support/until.js'
import { open, type browser } from './place.js'

export const DELIVERY = /earshot-delivery/

/** Opens a page whose delivery is held back until `release`. */
export async function openHeld (t: Test, head: string, by?: typeof browser) {
  const held: Route[] = []
  const opened = await open(t, head, { by, prepare: async context => await context.route(DELIVERY, route => { held.push(route) }) })
  const release = async () => {
    await until('it was asked for', async () => held.length > 0)
    await Promise.all(held.splice(0).map(async route => await route.continue()))
  }
  return { ...opened, release, held }
}

export async function post (page: Page, path: string): Promise<void> {
  await page.evaluate(async path => {
    await (await fetch(path, { method: 'POST', body: '{"password":"x","a":1}', headers: { 'content-type': 'application/json' } })).text()
  }, path)
}

export async function stateOf (page: Page) {
  return await page.evaluate<{ status: string, reason?: string, queued: number, dropped: number }>('Earshot.state')
}
