// Paths into JSON: `data.items[3].id`, `data.items.id` (of any item), `data.*.id`, `data["a.b"]`; a `$.` in front may be left out.

type Step = { name: string } | 'any'

const INDEX = /^\d+$/

/** Every text is a path; one without a name is that of the whole value. */
export function readPath (text: string): Step[] {
  const parts = text.replace(/^\$/, '').matchAll(/\["([^"]*)"\]|\['([^']*)'\]|[^.[\]]+/g)
  return [...parts].map(([part, quoted, single]) => part === '*' ? 'any' : { name: quoted ?? single ?? part })
}

/** The last of its names that is no place in a list. */
export function nameIn (path: Step[]): string | undefined {
  return path.flatMap(step => step === 'any' || INDEX.test(step.name) ? [] : step.name).at(-1)
}

/** Whether `isWanted` holds for a value at the path. Each value is looked at once at most. */
export function someAt (root: unknown, path: Step[], isWanted: (value: unknown) => boolean): boolean {
  const waiting: [value: unknown, depth: number][] = [[root, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, depth] = next
    const step = path[depth]
    if (!step) {
      if (isWanted(value)) return true
      // Of a list, any item will do.
      if (Array.isArray(value)) for (const item of value as unknown[]) waiting.push([item, depth])
    } else if (isObject(value)) waiting.push(...stepped(value, step, depth))
  }
  return false
}

function stepped (value: object, step: Step, depth: number): [unknown, number][] {
  const inside = (value: unknown): [unknown, number] => [value, depth + 1]
  if (step === 'any') return Object.values(value).map(inside)
  if (Array.isArray(value) && !INDEX.test(step.name)) return value.map((item: unknown) => [item, depth])
  const name = memberName(value, step.name)
  return name === undefined ? [] : [inside((value as Record<string, unknown>)[name])]
}

function memberName (value: object, name: string): string | undefined {
  if (Object.hasOwn(value, name)) return name
  const lower = name.toLowerCase()
  return Object.keys(value).find(key => key.toLowerCase() === lower)
}

function isObject (value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
