// The options that several commands share, with the same names and meanings everywhere.
import { InvalidArgumentError, Option, type Command } from 'commander'
import { usageFailure } from './failure.js'
import { DEFAULT_URL } from './service.js'

export function urlOption (): Option {
  return new Option('--url <url>', 'URL of the service').env('EARSHOT_URL').default(DEFAULT_URL)
}

/** For `maskOf` of the recorder. */
export function maskOption (): Option {
  return new Option('--mask <names>',
    'names to mask in addition to the usual names of secrets, separated by commas. If "passwords" is one of them, only passwords and ' +
    'the given names are masked; "off" masks nothing'
  ).env('EARSHOT_MASK')
}

export function jsonOption (): Option {
  return new Option('--json', 'for machines: JSON, one value per line, no colors')
}

/** Options whose values add up. Any other option with a value may be given only once, because only one of two values would count. */
const REPEATABLE = ['--filter', '--text', '--ok-codes', '--header', '--allow-origin']

/** Call it before the arguments are read. */
export function refuseRepeated (command: Command): void {
  for (const option of command.options) {
    if (option.isBoolean() || REPEATABLE.includes(option.long ?? '')) continue
    let isGiven = false
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`error: option '${option.flags}' was given twice: only one value would count`)
      isGiven = true
    })
  }
}

/** Throws a Failure that names the given options that are not in `allowed`. `why`: the option beside which they do nothing. */
export function refuseOptions (command: Command, allowed: readonly string[], why: string): void {
  const given = command.options.filter(option => command.getOptionValueSource(option.attributeName()) === 'cli')
  const refused = given.flatMap(({ long }) => long === null || long === undefined || allowed.includes(long) ? [] : [long])
  if (refused.length > 0) throw usageFailure(`${refused.join(' and ')} cannot be used with ${why}`)
}

export function readDuration (text: string): number {
  const ms = durationMs(text)
  if (Number.isNaN(ms)) throw new InvalidArgumentError('It must be a time such as 500ms, 30s or 2m.')
  return ms
}

/** Reads `30s`, `2m` or `500ms`; a number alone means seconds. Returns milliseconds; NaN if it is no duration. */
export function durationMs (text: string): number {
  const [, number = NaN, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? []
  return Number(number) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit as 'ms' | 's' | 'm' | 'h']
}

export function readCount (text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999999.')
  return Number(text)
}

/** Like readCount, but also accepts 0. */
export function readLast (text: string): number {
  if (!/^(?:0|[1-9]\d{0,6})$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 to 9999999.')
  return Number(text)
}

/** 0 means any free port. */
export function readPort (text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be a port, 0 to 65535.')
  return Number(text)
}
