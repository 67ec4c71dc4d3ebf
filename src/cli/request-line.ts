// A request in one line: its time, its outcome, its URL.
import { addressOf } from '../exchange/address.js'
import { responseBodyOf } from '../exchange/body.js'
import { isErrorVerdict, outcomeOf, startMsOf, type Codes, type Outcome } from '../exchange/outcome.js'
import { statusOf } from '../exchange/status.js'
import type { Entry } from '../schema/entry.js'
import { durationText } from '../text/duration.js'
import { sizeText } from '../text/size.js'
import { visible } from '../text/visible.js'
import type { Colors, Paint } from './colors.js'
import { fitted } from './columns.js'

// A very long URL is cut before it is parsed.
const MAX_LENGTH = 2000
const MAX_REASON_LENGTH = 60

export interface LineOptions {
  /** The width of the terminal; undefined if the line is not for a terminal. */
  columns?: number | undefined
  /** The --ok-codes of the command line. */
  codes?: Codes | undefined
}

export function requestLine (entry: Entry, colors: Colors, { columns, codes }: LineOptions = {}): string {
  const start = `${clock(startMsOf(entry))}  ${visible(entry.method).slice(0, 8).padEnd(7)}`
  const outcome = outcomeOf(entry, Date.now(), codes)
  const [text, paint] = [figuresOf(entry, outcome), painter(outcome, colors)]
  const room = columns === undefined ? MAX_LENGTH : columns - start.length - text.length - 3
  const address = fitted(visible(labelOf(outcome) + ruleOf(entry) + whereTo(entry)), room)
  return `${colors.faint(start.slice(0, 12))}${start.slice(12)} ${paint(text)} ${address}`
}

/** Host, path and query, as recorded. */
export function whereTo (entry: Entry): string {
  const { host, path, query } = addressOf({ ...entry, api: entry.api.slice(0, MAX_LENGTH) })
  return host + path + query
}

/** `0` if there was no response; empty if no status was recorded. */
export function statusText (entry: Entry): string {
  const status = statusOf(entry.responseHeader)
  return status === undefined ? '' : String(status.code)
}

function figuresOf (entry: Entry, { verdict, evidence: { status } }: Outcome): string {
  if (verdict === 'pending' || verdict === 'no-answer') return verdict.replace('-', ' ').padEnd(22)
  const [duration, size] = [durationText(entry.timeConsuming), sizeText(responseBodyOf(entry).size)]
  return `${String(status?.code ?? '-').padEnd(3)} ${duration.padStart(8)} ${size.padStart(9)}`
}

/** The part of the outcome that the status does not show, in brackets. */
function labelOf ({ verdict, reason = '' }: Outcome): string {
  switch (verdict) {
    case 'application-error': {
      const isShort = reason.length <= MAX_REASON_LENGTH
      return `[${isShort ? reason : `${reason.slice(0, MAX_REASON_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`}] `
    }
    case 'canceled': case 'failed': return `[${verdict}] `
    default: return ''
  }
}

function ruleOf ({ rule }: Entry): string {
  return rule ? `[rule: ${rule.name}] ` : ''
}

function painter ({ verdict, evidence: { status } }: Outcome, colors: Colors): Paint {
  const code = status?.code ?? 0
  if (isErrorVerdict(verdict)) return verdict === 'http-error' && code < 500 ? colors.mistake : colors.bad
  if (verdict !== 'fine') return colors.faint
  return code >= 300 ? colors.moved : colors.good
}

function clock (ms: number): string {
  const at = new Date(ms)
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')}`
}
