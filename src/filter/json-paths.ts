// The paths that a JSON value has, for completions.

const MOST_VALUES = 500
const MOST_LEVELS = 5

/** As `readPath` reads them, without places in lists and without names that are numbers: those are ids. Of large values the first ones. */
export function pathsIn (root: unknown): Set<string> {
  const paths = new Set<string>()
  const waiting: [value: unknown, path: string, level: number][] = [[root, '', 0]]
  for (let n = 0; n < waiting.length && n < MOST_VALUES; n++) {
    const [value, path, level] = waiting[n] ?? [undefined, '', 0]
    if (path !== '') paths.add(path)
    if (typeof value !== 'object' || value === null || level === MOST_LEVELS) continue
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_VALUES) as unknown[]) waiting.push([item, path, level + 1])
    else {
      for (const name of Object.keys(value).slice(0, MOST_VALUES)) {
        const inside = joined(path, name)
        if (inside !== undefined) waiting.push([(value as Record<string, unknown>)[name], inside, level + 1])
      }
    }
  }
  return paths
}

/** Undefined where a path cannot say it. */
function joined (path: string, name: string): string | undefined {
  if (/^\d+$/.test(name)) return undefined
  if (/^[^.[\]*$]+$/.test(name)) return path === '' ? name : `${path}.${name}`
  const quote = ['"', "'"].find(quote => !name.includes(quote))
  return quote && `${path}[${quote}${name}${quote}]`
}
