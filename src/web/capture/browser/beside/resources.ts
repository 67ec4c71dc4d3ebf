// Records what the browser itself loads: images, styles, scripts, fonts, frames, and the page itself. Browsers report the address and the
// times of each, and the size and the status of most, but never headers or contents.
import { NO_RESPONSE } from '../../core/exchange.js'
import { quiet } from '../../core/host.js'
import { isOwn } from '../../core/own.js'
import { rawHeaders } from '../../core/raw-headers.js'
import { sizeText } from '../../../../text/size.js'
import { startTimer, nowMs } from '../natives.js'
import type { Running } from '../page-earshot.js'
import { Allowance, WINDOW_SECONDS } from './allowance.js'

const MAX_RESOURCES = 300
/** The initiator types of requests that the recorder records itself, with more detail. */
const RECORDED = ['fetch', 'xmlhttprequest', 'beacon']
const MAX_FAILED = 1000
const MAX_BEGUN = 1000
/** The event that an element could not be loaded comes after its timing, and on a busy machine long after it. */
const PAUSE_MS = 300

/** Not every browser has all of them. */
type Timing = PerformanceResourceTiming & { responseStatus?: number, contentType?: string }

export function recordResources (running: Running): void {
  const { over: { signal } } = running
  const failed = new Set<string>()
  const begun = begunAddresses(running)
  let waiting: PerformanceEntryList = []
  let hasPage = false
  const hear = () => quiet(() => {
    const timings = [...waiting, ...observer.takeRecords()] as Timing[]
    waiting = []
    for (const timing of timings) {
      if (!isWanted(running, timing, begun) || (hasPage && isPage(timing)) || !allowance.take()) continue
      if (isPage(timing)) hasPage = true
      recordTiming(running, timing, failed.delete(timing.name))
    }
  })
  const observer = new PerformanceObserver(list => {
    if (waiting.length === 0) startTimer(hear, PAUSE_MS)
    waiting.push(...list.getEntries())
  })
  window.addEventListener('pagehide', hear, { capture: true, signal })
  signal.addEventListener('abort', () => {
    hear()
    observer.disconnect()
  })
  const allowance = new Allowance(MAX_RESOURCES, missed => {
    record(running, { api: location.href, startMs: nowMs() }, '',
      `not recorded: ${missed} more (limit: ${MAX_RESOURCES} resources in ${WINDOW_SECONDS} s)`)
  }, running.over)
  window.addEventListener('error', ({ target }) => {
    if (failed.size < MAX_FAILED) failed.add(addressOf(target))
  }, { capture: true, signal })
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true })
}

function addressOf (target: EventTarget | null): string {
  const { currentSrc, src, href } = target as Partial<HTMLImageElement & HTMLLinkElement>
  return currentSrc || src || href || ''
}

function isPage ({ entryType }: Timing): boolean {
  return entryType === 'navigation'
}

/** Firefox calls beacons and event streams `other`, and tells their status. Their addresses are remembered, to record them once. */
function begunAddresses ({ recorder }: Running): Set<string> {
  const addresses = new Set<string>()
  const begin = recorder.begin.bind(recorder)
  recorder.begin = start => {
    if (/^(?:beacon|eventsource)$/.test(start.via ?? '') && addresses.size < MAX_BEGUN) addresses.add(start.api)
    return begin(start)
  }
  return addresses
}

function isWanted ({ service: { base }, options }: Running, timing: Timing, begun: Set<string>): boolean {
  const { name, duration, initiatorType, responseStatus } = timing
  // While the page loads, its own timing is reported without the end, and then again with it.
  if (isPage(timing) && duration === 0) return false
  // Chromium calls event streams `other`, and hides the status of no other `other`.
  if (RECORDED.includes(initiatorType) || (initiatorType === 'other' && (responseStatus === 0 || begun.has(name)))) return false
  const isOurs = isOwn(base, name) || /^(?:assets\/)?earshot[\w-]*\.js/.test(name.replace(base, ''))
  return /^https?:/.test(name) && !isOurs && !quiet(() => options.ignore?.(name))
}

function recordTiming (running: Running, timing: Timing, hasFailed: boolean): void {
  const { name, startTime, responseEnd, duration, initiatorType, responseStatus = 0, contentType, encodedBodySize } = timing
  const headers: [string, string][] = []
  if (contentType) headers.push(['content-type', contentType])
  if (encodedBodySize > 0) headers.push(['content-length', `${encodedBodySize}`])
  const header = responseStatus > 0 ? rawHeaders.response(responseStatus, '', headers) : hasFailed ? NO_RESPONSE : ''
  const loaded = hasFailed && responseStatus === 0 ? 'could not be loaded' : transferOf(timing)
  record(running, { api: name, startMs: startTime, endMs: responseEnd || startTime + duration }, header,
    `requested by the browser (${initiatorType || 'other'}); ${loaded}`)
}

function transferOf ({ transferSize, decodedBodySize }: Timing): string {
  if (transferSize > 0) return `${sizeText(transferSize)} transferred`
  return decodedBodySize > 0 ? 'from the cache' : 'its size is hidden'
}

interface Loaded { api: string, startMs: number, endMs?: number }

function record ({ recorder }: Running, { api, startMs, endMs }: Loaded, header: string, note: string): void {
  recorder.begin({ method: 'GET', api: api.replace(/#.*/, ''), requestHeader: '', via: 'resource', startMs }).end({ responseHeader: header, note, endMs })
}
