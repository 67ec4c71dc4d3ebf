// Paths into JSON: `data.items[3].id`, `data.items.id` (of any item), `data.*.id`, `data["a.b"]`; a `$.` in front is optional.

type Step = { name: string } | 'any'

const INDEX = /^\d+$/

/** Every text is a valid path; a path without a name means the whole value. */
export function readPath (text: string): Step[] {
  const parts = text.replace(/^\$/, '').matchAll(/\["([^"]*)"\]|\['([^']*)'\]|[^.[\]]+/g)
  return [...parts].map(([part, quoted, single]) => part === '*' ? 'any' : { name: quoted ?? single ?? part })
}

/** The last name of the path that is not an index of a list. */
export function nameIn (path: Step[]): string | undefined {
  return path.flatMap(step => step === 'any' || INDEX.test(step.name) ? [] : step.name).pop()
}

/** Whether `isWanted` holds for a value at the path, from its step `from` on. Recursion is safe: `jsonOf` reads no deeply nested values. */
export function someAt (value: unknown, path: Step[], isWanted: (value: unknown) => boolean, from = 0): boolean {
  const step = path[from]
  // In a list, one matching item is enough.
  const someItem = () => Array.isArray(value) && value.some(item => someAt(item, path, isWanted, from))
  if (!step) return isWanted(value) || someItem()
  if (typeof value !== 'object' || value === null) return false
  const isInside = (inside: unknown) => someAt(inside, path, isWanted, from + 1)
  if (step === 'any') return Object.values(value).some(isInside)
  if (Array.isArray(value)) return INDEX.test(step.name) ? step.name in value && isInside(value[Number(step.name)]) : someItem()
  const name = memberName(value, step.name)
  return name !== undefined && isInside((value as Record<string, unknown>)[name])
}

function memberName (value: object, name: string): string | undefined {
  if (Object.prototype.hasOwnProperty.call(value, name)) return name
  const lower = name.toLowerCase()
  return Object.keys(value).find(key => key.toLowerCase() === lower)
}
