// Ignores a half-typed excluded key at the end of the filter. A person who types `-host:api` has `-host` first. That means "without the
// word host", and would hide almost all entries until the rest is typed.
import { KEYS } from '../../../../filter/keys.js'

/** The text without a key name at its end that is excluded and has no value yet. */
export function withoutHalfTyped (text: string): string {
  const [, before, name] = /^(.*(?:^|[\s(]))-([a-z-]*)$/is.exec(text) ?? []
  if (before === undefined || name === undefined) return text
  const isBegun = KEYS.some(key => [key.name, ...key.aliases].some(known => known.startsWith(name.toLowerCase())))
  return isBegun ? before : text
}
