// Finds the values of requests that differ each time: times, nonces, random ids, replaced secrets. A rule must not compare these values.
// But a value that an earlier response contained is data, however random it looks: the app will get it again, and send it again.
import { isId } from '../exchange/path-pattern.js'
import { startMsOf } from '../exchange/outcome.js'
import { REDACTED } from '../redact/edit.js'
import { DEFAULT_NAMES, secretNames } from '../redact/names.js'
import type { Entry } from '../schema/entry.js'

const isSecret = secretNames([...DEFAULT_NAMES])

/** `all`: the values at the same place in all requests of the API, this one included. */
export interface Occurrence { name: string, value: string, startMs: number, all: readonly string[] }

export class Volatility {
  /** When a response first brought the token, in milliseconds since the epoch. */
  private readonly broughtMs = new Map<string, number>()

  /** `values`: the only values for which the methods may be called. */
  constructor (entries: readonly Entry[], values: Iterable<string>) {
    const wanted = new Set([...values].filter(looksRandom).flatMap(tokensIn))
    if (wanted.size === 0) return
    for (const entry of entries) {
      const endMs = startMsOf(entry) + entry.timeConsuming
      for (const text of [entry.responseHeader, entry.response]) {
        for (const token of tokensIn(text)) {
          if (wanted.has(token)) this.broughtMs.set(token, Math.min(endMs, this.broughtMs.get(token) ?? Infinity))
        }
      }
    }
  }

  /** For the value of a name in a query or a body. */
  isVolatile ({ name, value, startMs, all }: Occurrence): boolean {
    // A random value that is new in each request is a nonce; one that is the same in all of them belongs to the device or the login. One
    // that only some requests share names what they ask for.
    return isSecret(name) || value.includes(REDACTED) || looksLikeTime(value, startMs) ||
      (this.isUnknown(value, startMs) && (isNewEachTime(all) || new Set(all).size === 1))
  }

  /** For a part of a path. A value that only one request has there may name what it asks for. */
  isVolatilePart ({ value, startMs, all }: Omit<Occurrence, 'name'>): boolean {
    return all.length > 1 && isNewEachTime(all) && this.isUnknown(value, startMs)
  }

  /** Looks random, and no response before had it. */
  private isUnknown (value: string, startMs: number): boolean {
    return looksRandom(value) && !this.isBrought(value, startMs)
  }

  private isBrought (value: string, startMs: number): boolean {
    const tokens = tokensIn(value)
    return tokens.length > 0 && tokens.every(token => (this.broughtMs.get(token) ?? Infinity) <= startMs)
  }
}

function isNewEachTime (all: readonly string[]): boolean {
  return new Set(all).size === all.length
}

const DAY_MS = 86_400_000
const SECONDS = /^\d{10}(?:\.\d+)?$/
const MILLISECONDS = /^\d{13}(?:\.\d+)?$/
// Not a day alone: people choose days.
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function looksLikeTime (value: string, startMs: number): boolean {
  const ms = SECONDS.test(value) ? Number(value) * 1000 : MILLISECONDS.test(value) ? Number(value) : Date.parse(value)
  return (DATE.test(value) || /^\d+(?:\.\d+)?$/.test(value)) && Math.abs(ms - startMs) < DAY_MS
}

const MIN_RANDOM = 8
/** The form of base64, and of tokens with dots. */
const LETTERS_AND_DIGITS = /^(?=.*\d)(?=.*[a-z])[\w+/=.~-]{16,}$/i
/** The form of Math.random(). */
const FRACTION = /^0?\.\d{6,}$/
const DAY = /^\d{4}-\d\d-\d\d$/

function looksRandom (value: string): boolean {
  if (value.length < MIN_RANDOM || value.length > MAX_LENGTH || DAY.test(value)) return false
  return isId(value) || LETTERS_AND_DIGITS.test(value) || FRACTION.test(value)
}

/** In characters. A longer value is data. */
const MAX_LENGTH = 2000

function tokensIn (text: string): string[] {
  return text.match(/[\w-]{8,}/g) ?? []
}
