// A request in one line: when, how it went, what it was.
import { applicationCodeOf, isSuccess } from '../exchange/application-code.js'
import { addressOf } from '../exchange/address.js'
import { responseBodyOf } from '../exchange/body.js'
import { isPending, startMsOf } from '../exchange/outcome.js'
import { statusOf } from '../exchange/status.js'
import type { Entry } from '../schema/entry.js'
import { durationText } from '../text/duration.js'
import { sizeText } from '../text/size.js'
import { visible } from '../text/visible.js'
import type { Colours, Paint } from './colours.js'
import { fitted } from './columns.js'

// An address of megabytes is cut before it is looked at.
const LONGEST = 2000

/** `columns`: of the terminal; undefined where the line goes elsewhere. */
export function requestLine (entry: Entry, colours: Colours, columns?: number): string {
  const start = `${clock(startMsOf(entry))}  ${visible(entry.method).slice(0, 8).padEnd(7)}`
  const { text, code, paint } = isPending(entry) ? { text: 'pending'.padEnd(22), code: '', paint: colours.faint } : outcome(entry, colours)
  const room = columns === undefined ? LONGEST : columns - start.length - text.length - 3
  const address = fitted(visible(code + whereTo(entry)), room)
  return `${colours.faint(start.slice(0, 12))}${start.slice(12)} ${paint(text)} ${address}`
}

/** Host, path and query, as recorded. */
export function whereTo (entry: Entry): string {
  const { host, path, query } = addressOf({ ...entry, api: entry.api.slice(0, LONGEST) })
  return host + path + query
}

/** `0` where there was no response; empty where nothing says it. */
export function statusText (entry: Entry): string {
  const status = statusOf(entry.responseHeader)
  return status === undefined ? '' : String(status.code)
}

/** `code`: of the application, in brackets, where it says that something failed. */
function outcome (entry: Entry, colours: Colours): { text: string, code: string, paint: Paint } {
  const status = statusOf(entry.responseHeader)?.code
  const own = applicationCodeOf(entry)
  const code = own === undefined || isSuccess(own) ? '' : `[${own}] `
  const text = `${String(status ?? '-').padEnd(3)} ${durationText(entry.timeConsuming).padStart(8)} ${sizeText(responseBodyOf(entry).size).padStart(9)}`
  return { text, code, paint: painter(status, code !== '', colours) }
}

function painter (status = 200, failed: boolean, colours: Colours): Paint {
  if (status === 0 || status >= 500 || failed) return colours.bad
  if (status >= 400) return colours.mistake
  return status >= 300 ? colours.moved : colours.good
}

function clock (ms: number): string {
  const at = new Date(ms)
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')}`
}
