// The kinds of values that a setting may have. Each kind says in words what a value must be, and parses a value from its text.
import { isIP } from 'node:net'

export interface SettingKind<Value> {
  /** Completes the sentence "PORT must be ...". */
  mustBe: string
  /** Undefined if the text is not a valid value. */
  parse (text: string): Value | undefined
}

/** Any text. */
export function anyText (mustBe: string): SettingKind<string> {
  return { mustBe, parse: text => text }
}

export function textLike (pattern: RegExp, mustBe: string): SettingKind<string> {
  return { mustBe, parse: text => pattern.test(text) ? text : undefined }
}

export function oneOf<Word extends string> (...words: Word[]): SettingKind<Word> {
  const mustBe = `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`
  return { mustBe, parse: text => words.find(word => word === text) }
}

export function wholeNumber (min: number, max: number): SettingKind<number> {
  const parse = (text: string) => /^[0-9]{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined
  return { mustBe: `a whole number from ${min} to ${max}`, parse }
}

export function offOr (kind: SettingKind<number>): SettingKind<number | 'off'> {
  return { mustBe: `off or ${kind.mustBe}`, parse: text => text === 'off' ? text : kind.parse(text) }
}

/** In bytes. */
export function size (examples: string): SettingKind<number> {
  return { mustBe: `a size such as ${examples}`, parse: text => amount(text, /^[1-9][0-9]{0,11}(b|kb|mb|gb)?$/, UNIT_BYTES) }
}

/** In milliseconds; never 0. */
export function duration (examples: string): SettingKind<number> {
  return { mustBe: `a time such as ${examples}`, parse: text => amount(text, /^[1-9][0-9]{0,8}(s|m|h|d)$/, UNIT_MS) }
}

/** In milliseconds; may be 0. */
export function delay (examples: string): SettingKind<number> {
  return { mustBe: `a time such as ${examples}`, parse: text => amount(text, /^[0-9]{1,4}(s|m)$/, UNIT_MS) }
}

/** Items that are separated by commas; the empty text is the empty list. `item` matches a whole one. */
export function listOf (item: RegExp, mustBe: string): SettingKind<string[]> {
  const parse = (text: string) => {
    const items = itemsOf(text)
    return items.every(one => item.test(one)) ? items : undefined
  }
  return { mustBe, parse }
}

/** `*` alone, or a list. */
export function starOr (kind: SettingKind<string[]>): SettingKind<string[]> {
  return { mustBe: `* or ${kind.mustBe}`, parse: text => text === '*' ? [text] : kind.parse(text) }
}

/** Which senders of X-Forwarded-* headers are trusted: none, all, or some addresses. */
export const proxies: SettingKind<boolean | string[]> = {
  mustBe: 'off, on, or addresses such as 10.0.0.0/8,loopback,uniquelocal',
  parse: text => {
    if (text === 'off' || text === 'on') return text === 'on'
    const addresses = itemsOf(text)
    return addresses.every(isProxy) ? addresses : undefined
  }
}

/** '' for the root; other paths have no slash at the end. */
export const mountPath: SettingKind<string> = {
  mustBe: 'a path such as /earshot, but not one of the API',
  parse: text => MOUNT_PATH.test(text) ? text.replace(/\/$/, '') : undefined
}

const MOUNT_PATH = /^\/(?!(capture|upload|ws|docs|assets)(\/|$))([A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*\/?)?$/
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
const UNIT_BYTES: Record<string, number> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }
const UNIT_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function amount (text: string, pattern: RegExp, units: Record<string, number>): number | undefined {
  const unit = units[text.replace(/^[0-9]+/, '')]
  return pattern.test(text) && unit !== undefined ? Number.parseInt(text) * unit : undefined
}

function isProxy (text: string): boolean {
  if (NETWORKS.includes(text)) return true
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/([0-9]{1,3}))?$/.exec(text) ?? []
  return Number(bits) <= { 0: -1, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6]
}

function itemsOf (text: string): string[] {
  return text === '' ? [] : text.split(/\s*,\s*/)
}
