// A recorder that consists only of the core, in this process. It sends with fetch, and tests can replace the answers of the service.
import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { Delivery, withWarning } from '../../../../src/web/capture/core/delivery.js'
import type { BatchAnswer, Host, Transport } from '../../../../src/web/capture/core/host.js'
import type { CaptureOptions } from '../../../../src/web/capture/core/options.js'
import { Recorder } from '../../../../src/web/capture/core/recorder.js'
import { until } from '../../../support/until.js'

export interface Wire extends Transport {
  /** All sent batches. */
  sent: { body: string, keepalive: boolean }[]
  /** Answers instead of the service while it is defined. */
  answer: ((body: string) => Promise<BatchAnswer>) | undefined
}

export const HOST: Host = {
  now: () => performance.now(),
  setTimer (run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: () => randomUUID().slice(0, 8),
  utf8Bytes: text => Buffer.byteLength(text)
}

export function wireTo (url: string, session: string, token = ''): Wire {
  const query = new URLSearchParams({ sessionId: session, ...(token && { token }) }).toString()
  const wire: Wire = {
    sent: [],
    answer: undefined,
    async send (body, { keepalive }) {
      wire.sent.push({ body, keepalive })
      if (wire.answer) return await wire.answer(body)
      const reply = await fetch(`${url}/capture/batch?${query}`,
        { method: 'POST', body, headers: { 'content-type': 'text/plain;charset=UTF-8' } })
      return { status: reply.status, text: await reply.text() }
    },
    async online () {
      const reply = await fetch(`${url}/capture/online?${query}`)
      return (await reply.json() as { online: boolean }).online
    }
  }
  return wire
}

/** `host`: replaces parts of Node's host. */
export function startRecorder (t: Test, wire: Wire, options: Omit<CaptureOptions, 'url'>, host: Partial<Host> = {}): Recorder {
  const { recorder, connect } = startUnconnected(t, wire, options, host)
  connect()
  return recorder
}

/** Starts a recorder without its delivery, as in a page that has not loaded it yet. */
export function startUnconnected (
  t: Test, wire: Wire, options: Omit<CaptureOptions, 'url'>, host: Partial<Host> = {}
): { recorder: Recorder, connect: () => void } {
  const given = { url: '', ...options }
  const on = { ...HOST, ...host }
  const recorder = new Recorder(given, on)
  t.teardown(() => recorder.stop())
  return { recorder, connect: () => recorder.deliverBy(withWarning((...to) => new Delivery(given, wire, on, ...to), on)) }
}

/** Waits until everything was sent and the service has accepted it. */
export async function delivered (recorder: Recorder): Promise<void> {
  await until('all pushes were taken', async () => recorder.state.queued === 0)
}
