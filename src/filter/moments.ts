// Moments as people write them: `10:32`, `2026-11-21T10:32`, `5m` (ago), milliseconds since the epoch. Without a zone they are local. An
// incomplete moment is completed with the earliest values: `2026-1` is the first of January.
import { MILLISECONDS, readNumber } from './numbers.js'

export interface Moment {
  /** How the moment moves with the clock: `5m` is always five minutes ago; `10:32` moves to the next day once a day. */
  moves: 'steadily' | 'daily' | undefined
  msAt (nowMs: number): number
}

const DAY_MS = 86_400_000
const AGO = /^\d+(?:\.\d*)?(?:ms|s|m|min|h|d)$/i
const EPOCH = /^\d{11,15}$/
const CLOCK = '(\\d{1,2})(?::(\\d{0,2})(?::(\\d{0,2})(?:\\.(\\d{0,9}))?)?)?'
const TIME = new RegExp(`^${CLOCK}$`)
const DATE = new RegExp(`^(\\d{4})(?:-(\\d{0,2})(?:-(\\d{0,2})(?:[T ](?:${CLOCK})?(Z|[+-]\\d\\d:?\\d\\d)?)?)?)?$`, 'i')

/** Undefined if the text is not a moment. */
export function readMoment (text: string): Moment | undefined {
  if (EPOCH.test(text)) return fixed(Number(text))
  if (AGO.test(text)) return ago(text)
  const time = TIME.exec(text)
  return time ? clock(time.slice(1)) : date(text)
}

function fixed (ms: number): Moment | undefined {
  return Number.isNaN(ms) ? undefined : { moves: undefined, msAt: () => ms }
}

function ago (text: string): Moment | undefined {
  const ms = /d$/i.test(text) ? Number(text.slice(0, -1)) * DAY_MS : readNumber(text, MILLISECONDS)
  return ms === undefined ? undefined : { moves: 'steadily', msAt: nowMs => nowMs - ms }
}

/** The last time, up to now, at which a clock showed this time. */
function clock (parts: (string | undefined)[]): Moment | undefined {
  const time = timeOf(parts)
  if (!time) return undefined
  const msAt = (nowMs: number) => {
    const moment = new Date(nowMs)
    moment.setHours(...time)
    if (moment.getTime() > nowMs) moment.setDate(moment.getDate() - 1)
    return moment.getTime()
  }
  return { moves: 'daily', msAt }
}

function date (text: string): Moment | undefined {
  const [, year, month, day, ...rest] = DATE.exec(text) ?? []
  const time = timeOf(rest.slice(0, 4))
  const monthIndex = Number(month || 1) - 1
  const dayOfMonth = Number(day || 1)
  if (year === undefined || !time || monthIndex < 0 || monthIndex > 11 || dayOfMonth < 1 || dayOfMonth > 31) return undefined
  const zone = rest[4]
  if (zone === undefined) return fixed(new Date(Number(year), monthIndex, dayOfMonth, ...time).getTime())
  return fixed(Date.UTC(Number(year), monthIndex, dayOfMonth, ...time) - offsetMs(zone))
}

type Time = [hours: number, minutes: number, seconds: number, milliseconds: number]

function timeOf ([hours, minutes, seconds, fraction]: (string | undefined)[]): Time | undefined {
  const time: Time = [Number(hours ?? 0), Number(minutes ?? 0), Number(seconds ?? 0), Number((fraction ?? '').slice(0, 3).padEnd(3, '0'))]
  return time[0] < 24 && time[1] < 60 && time[2] < 60 ? time : undefined
}

function offsetMs (zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
}
