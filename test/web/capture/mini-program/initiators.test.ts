// The code of a mini-program that started a request: it is found whether or not the platform's functions can be replaced, and also if the
// app calls Earshot's own functions, such as `Earshot.request()`.
import t, { type Test } from 'tap'
import { Earshot } from '../../../../src/web/capture/mini-program/earshot.js'
import type { InitiatorOption } from '../../../../src/web/capture/core/options.js'
import type { RequestOptions, UploadOptions } from '../../../../src/web/capture/mini-program/platform.js'
import { until } from '../../../support/until.js'
import { open, place } from './places.js'
import { standIn, type StandIn } from './stand-in.js'

const HERE = /mini-program\/initiators\.test\.ts$/

/** The calls with which the request of `act` is recorded: the functions of this file up to `act`, the innermost first. */
async function callsOf (
  t: Test, platforms: Record<string, StandIn>, act: (address: string) => void, options: InitiatorOption = { initiator: true }
): Promise<unknown> {
  const { servers, collector } = await open(t)
  place(t, platforms)
  Earshot.start({ url: collector.url, session: 'mini-program-01', ...options })
  act(`${servers.places.http}/c0/json`)
  await until('it is recorded', async () => collector.pushes().some(all => all.at(-1)!.timeConsuming > 0))
  Earshot.stop()
  const calls = collector.pushes().map(([first]) => first?.initiator)
  t.equal(calls.length, 1)
  const names = calls[0]?.filter(({ url }) => HERE.test(url)).map(call => call.function)
  return names?.slice(0, names.indexOf('callsOf'))
}

t.test('the function that called the platform comes first, whether it can be replaced or not', async t => {
  for (const flavour of ['writable', 'not writable', 'ignored setter'] as const) {
    const wx = standIn('wx', flavour)
    t.same(await callsOf(t, { wx }, function tap (address) { (function load () { wx.request({ url: address }) })() }), ['load', 'tap'])
  }
  const wx = standIn('wx', 'frozen')
  t.same(await callsOf(t, { wx }, function tap (address) { Earshot.request({ url: address }) }), ['tap'])
})

t.test('of uni, the app that called it comes first, not what uni does before it calls the platform', async t => {
  const wx = standIn('wx', 'writable')
  const uni = { request (options: RequestOptions) { return wx.request(options) } } as StandIn
  t.same(await callsOf(t, { uni, wx }, function tap (address) { uni.request({ url: address, success () {} }) }), ['tap'])
  const late = { request: async (options: RequestOptions) => { await Promise.resolve(); wx.request(options) } } as unknown as StandIn
  t.same(await callsOf(t, { uni: late, wx }, function tap (address) { late.request({ url: address, success () {} }) }), ['tap'])
})

t.test('without Proxy, too; by default, and for none of the requests, there is none', async t => {
  const wx = standIn('wx', 'writable')
  t.equal(await callsOf(t, { wx }, address => wx.request({ url: address }), {}), undefined)
  t.equal(await callsOf(t, { wx }, address => wx.request({ url: address }), { initiator: '0' }), undefined)
  const before = Object.getOwnPropertyDescriptor(globalThis, 'Proxy')!
  t.teardown(() => { Object.defineProperty(globalThis, 'Proxy', before) })
  Reflect.deleteProperty(globalThis, 'Proxy')
  t.same(await callsOf(t, { wx }, function tap (address) { wx.request({ url: address }) }), ['tap'])
})

t.test('sockets, uploads and downloads have it', async t => {
  for (const name of ['uploadFile', 'downloadFile', 'connectSocket'] as const) {
    const wx = standIn('wx', 'writable')
    t.same(await callsOf(t, { wx }, function tap (address) {
      const url = name === 'connectSocket' ? address.replace('http', 'ws') : address
      const options: UploadOptions = { url, filePath: 'a.png' }
      wx[name]?.(options)
    }), ['tap'], name)
  }
})
