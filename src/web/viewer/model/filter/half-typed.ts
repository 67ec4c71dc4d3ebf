// While a person types, `-host` may be on its way to `-host:api`: as a word of its own it would empty the list meanwhile.
import { KEYS } from '../../../../filter/keys.js'

/** The text without a key name at its end that is excluded and has no value yet. */
export function withoutHalfTyped (text: string): string {
  const [, before, name] = /^(.*(?:^|[\s(]))-([a-z-]*)$/is.exec(text) ?? []
  if (before === undefined || name === undefined) return text
  const isBegun = KEYS.some(key => [key.name, ...key.aliases].some(known => known.startsWith(name.toLowerCase())))
  return isBegun ? before : text
}
