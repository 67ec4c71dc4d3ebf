// Joins headers of the same name, for tools that accept each name only once.
import type { HeaderField } from '../exchange/headers.js'

/** Joins the values of one name, in any letter case: a recipient may do so, too (RFC 9110 §5.2). */
export function combined (headers: HeaderField[]): HeaderField[] {
  const byName = new Map<string, { name: string, values: string[] }>()
  for (const { name, value } of headers) {
    const known = byName.get(name.toLowerCase())
    if (known) known.values.push(value)
    else byName.set(name.toLowerCase(), { name, values: [value] })
  }
  return [...byName.values()].map(({ name, values }) => ({ name, value: values.join(', ').replace(/ $/, '') }))
}
