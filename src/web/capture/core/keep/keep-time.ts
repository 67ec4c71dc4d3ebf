// Reads the value of the option `keep`: how long batches are kept.
const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const
const MAX_SECONDS = 30 * UNITS.d

/** `10m`, `1d`. `true` or an empty text: `usual`. Undefined if it is not a valid time. */
export function keepMs (option: string | boolean, usual: string): number | undefined {
  const text = option === true || option === '' ? usual : String(option)
  const [, count, unit] = /^\s*(\d+(?:\.\d+)?)\s*([smhd])\s*$/.exec(text) ?? []
  const seconds = Number(count) * UNITS[unit as keyof typeof UNITS]
  return seconds > 0 ? Math.min(seconds, MAX_SECONDS) * 1000 : undefined
}
